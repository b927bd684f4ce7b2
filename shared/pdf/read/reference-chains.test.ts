import { describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { pageContent } from '../content/joined.ts';
import { key, PDFDict, PDFRef } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { openDocument } from './open.ts';

/**
 * Info 22 refers to 21, as Preview of macOS 13.5 writes it, and the content via 30 and 31 to 4; 9 refers to
 * itself.
 */
function chainedFile(): Uint8Array {
  return onePage(new FileBuilder(), '0.500 g '.repeat(300))
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [30 0 R] /Annots 9 0 R >>')
    .object(9, '9 0 R')
    .object(21, '<< /Title (chained) >>')
    .object(22, '21 0 R')
    .object(30, '31 0 R')
    .object(31, '4 0 R')
    .table('/Root 1 0 R /Info 22 0 R')
    .build();
}

describe('an object that is a reference', () => {
  test('is passed over, and one that leads to itself is null', async () => {
    const doc = await openDocument(chainedFile(), { limits: DEFAULT_LIMITS });
    expect(doc.trailer.get(key('Info'))).toBe(PDFRef.of(21));
    const page = doc.context.lookup(PDFRef.of(3), PDFDict);
    expect(`${page.lookup(key('Contents'))}`).toBe('[ 4 0 R ]');
    expect(page.lookup(key('Annots'))).toBeUndefined();
    expect(doc.repairs).toEqual([]);
    expect([9, 22, 30, 31].map((number) => doc.context.lookup(PDFRef.of(number)))).toEqual(
      Array(4).fill(undefined),
    );
  });

  test.each([true, false])('costs a file nothing of its gain (stripMetadata %s)', async (stripMetadata) => {
    const options = { ...DEFAULT_OPTIONS, stripMetadata };
    const { bytes, report } = await compress(chainedFile(), options, { host: createTestHost() });
    expect(report).toMatchObject({ unchanged: false, warnings: [] });
    const output = await openDocument(bytes, { limits: DEFAULT_LIMITS });
    expect(output.trailer.lookup(key('Info')) instanceof PDFDict).toBe(!stripMetadata);
    const page = output.context.lookup(pageRefs(output.trailer)[0], PDFDict);
    expect(Buffer.from(pageContent(page, 1e6) ?? []).toString('latin1')).toMatch(/^\.5 g\s*$/);
  });
});
