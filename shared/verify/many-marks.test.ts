import { expect, test } from 'vitest';
import { FileBuilder } from '../testing/documents/files.ts';
import { createTestHost } from '../testing/host.ts';
import { lostKinds, MAX_LOSSES } from '../verification.ts';
import { verify } from '../verify.ts';

/** A page with `count` marked-content sequences, like the export of a long table. */
function markedFile(count: number): Uint8Array {
  const marks = Array.from({ length: count }, (_, id) => `/P <</MCID ${id}>> BDC EMC\n`);
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>')
    .stream(4, '', marks.join(''))
    .object(5, '<< /Type /StructTreeRoot /K 6 0 R >>')
    .object(6, '<< /Type /StructElem /S /Document /P 5 0 R >>')
    .table('/Root 1 0 R')
    .build();
}

test('200,000 marked contents that are lost are told', async () => {
  const { categories } = await verify(markedFile(200_000), markedFile(1), { host: createTestHost() });
  const [tags, ...others] = lostKinds({ categories });
  // The tags are one element, so no more can be lost, however much content was marked for it.
  expect({ kind: tags!.kind, lost: tags!.lost, others }).toEqual({ kind: 'tags', lost: 1, others: [] });
  expect(tags!.losses).toHaveLength(MAX_LOSSES);
  expect(tags!.losses[0]).toEqual({ change: 'removed', page: 1, name: 'marked content 1' });
});
