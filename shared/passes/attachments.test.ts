import { expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { DEFAULT_OPTIONS } from '../index.ts';
import { FileBuilder, onePage } from '../testing/documents/files.ts';
import { richFile } from '../testing/documents/rich-document.ts';
import { createTestHost } from '../testing/host.ts';
import { noise } from '../testing/pictures/noise.ts';
import { verify } from '../verify.ts';

const host = createTestHost();
const without = { ...DEFAULT_OPTIONS, removeAttachments: true };

test('embedded files stay unless somebody asks', async () => {
  const { report } = await compress(richFile(), DEFAULT_OPTIONS, { host });
  // A small part of the file needs no remark.
  expect(report.warnings).toEqual([]);
  expect(report.passes.map(({ pass }) => pass)).not.toContain('attachments');
});

test('asked to, they go with their list, it is told, and nothing else is missing', async () => {
  const file = richFile();
  const { bytes, report } = await compress(file, without, { host });
  expect(report).toMatchObject({
    unchanged: false,
    warnings: expect.arrayContaining(['attachments-removed']),
  });
  const { categories } = await verify(file, bytes, { host });
  const lost = categories.filter(({ kind, lost }) => lost > 0 && kind !== 'metadata').map(({ kind }) => kind);
  expect(lost).toEqual(['attachments']);
  expect(categories.find(({ kind }) => kind === 'attachments')).toMatchObject({ after: 0 });
});

test('asked to, a document without any says nothing', async () => {
  const file = onePage(new FileBuilder(), 'q Q').table('/Root 1 0 R').build();
  const { report } = await compress(file, without, { host });
  expect(report.warnings).toEqual([]);
});

test('what an annotation, a portfolio or the document as a whole holds goes, too', async () => {
  const file = onePage(
    new FileBuilder()
      .object(60, '<< /Type /Filespec /F (note.bin) /EF << /F 61 0 R >> >>')
      .stream(61, '/Subtype /text#2Fplain', noise(5000))
      .object(62, '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 60 0 R /Contents (kept) >>'),
    'q Q',
    '/Annots [62 0 R]',
  )
    .table('/Root 1 0 R')
    .build();
  const kept = await compress(file, DEFAULT_OPTIONS, { host });
  expect(kept.report.warnings).toEqual(['mostly-attachments']);
  const { bytes, report } = await compress(file, without, { host });
  expect(report.warnings).toEqual(['attachments-removed']);
  expect(bytes.length).toBeLessThan(1500);
  const { categories } = await verify(file, bytes, { host });
  expect(categories.find(({ kind }) => kind === 'annotations')).toMatchObject({ before: 1, after: 1 });
});

test.each([
  ['a video', 'clip.MP4', '', '', ['media-removed']],
  ['the documents of a portfolio', 'a.pdf', '/Collection << /Type /Collection >>', '', ['portfolio-removed']],
  [
    'the data of an e-invoice',
    'factur-x.xml',
    '/Metadata 63 0 R',
    '<r xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"/>',
    ['invoice-removed'],
  ],
])('%s is named when it goes', async (_, name, catalog, xmp, expected) => {
  const file = onePage(
    new FileBuilder()
      .object(60, `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 61 0 R >> >>`)
      .stream(61, '', noise(5000))
      .object(62, '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 60 0 R /Contents (kept) >>')
      .stream(63, '/Type /Metadata /Subtype /XML', xmp),
    'q Q',
    '/Annots [62 0 R]',
  )
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .table('/Root 1 0 R')
    .build();
  const { report } = await compress(file, without, { host });
  expect(report.warnings).toEqual(['attachments-removed', ...expected]);
});
