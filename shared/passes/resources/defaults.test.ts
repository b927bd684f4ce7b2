import { expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { dictEntries, nameText, PDFRawStream } from '../../pdf/objects.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { dictOf, objectOf, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { createTestHost } from '../../testing/host.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { runPass } from '../../testing/pass-run.ts';
import { defaults } from './defaults.ts';

const PAGE = '/Resources << /XObject << /A 100 0 R /B 101 0 R >> >> /Contents 90 0 R';
const CONTENT = stream('', 'q 90 0 0 90 10 10 cm /A Do Q q 90 0 0 90 110 10 cm /B Do Q');
const GRAY = '/Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8';
const SAMPLES = Uint8Array.from({ length: 16 }, (_, at) => at * 16);

const document = (one: string, other: string) =>
  pagesDocument([PAGE], { 90: CONTENT, 100: stream(one, SAMPLES), 101: stream(other, SAMPLES) });

function keysOf(object: unknown): readonly string[] {
  if (!(object instanceof PDFRawStream)) return [];
  const keys = [...dictEntries(object.dict).keys()].map(nameText);
  return keys.filter((name) => name !== 'Length').sort();
}

test.each([
  [
    'that a picture has whether it says so or not',
    `/Type /XObject /Subtype /Image /Name /Im7 /Interpolate false /ImageMask false /Decode [0 1] ${GRAY}`,
    ['BitsPerComponent', 'ColorSpace', 'Height', 'Subtype', 'Width'],
  ],
  [
    'that a form has whether it says so or not',
    '/Type /XObject /Subtype /Form /FormType 1 /Name /Fm0 /BBox [0 0 1 1]',
    ['BBox', 'Subtype'],
  ],
])('what is taken for granted goes: %s', async (_, entries, left) => {
  const { doc } = await runPass(defaults, () => document(entries, `/Subtype /Image ${GRAY}`));
  expect(keysOf(objectOf(doc, 100))).toEqual(left);
});

test.each([
  ['how samples are turned around', `/Subtype /Image /Decode [1 0] ${GRAY}`],
  ['that pixels are smoothed', `/Subtype /Image /Interpolate true ${GRAY}`],
  ['that it is a stencil', '/Subtype /Image /ImageMask true /Width 4 /Height 4'],
  ['what a PostScript program is called', '/Type /XObject /Subtype /PS /Name /Im7 /Interpolate false'],
  ['what kind of object another one is', '/Type /Metadata /Subtype /XML'],
])('what says something stays: %s', async (_, entries) => {
  const before = keysOf(objectOf(document(entries, `/Subtype /Image ${GRAY}`), 100));
  const { doc } = await runPass(defaults, () => document(entries, `/Subtype /Image ${GRAY}`));
  expect(keysOf(objectOf(doc, 100))).toEqual(before);
});

test('pictures that differ in nothing else become one, and PDFium draws the same', async () => {
  const input = writeDocument(
    document(
      `/Type /XObject /Subtype /Image /Name /A ${GRAY}`,
      `/Subtype /Image /Name /B /Interpolate false ${GRAY}`,
    ),
    { objectStreams: true },
  );
  const { bytes, report } = await compress(input, DEFAULT_OPTIONS, { host: createTestHost() });
  expect(report.images).toHaveLength(1);
  expect(await pdfiumDifferences(input, bytes)).toEqual([]);
});

test('entries of a dictionary that is no stream stay', async () => {
  const page = () =>
    pagesDocument([`${PAGE} /Name /P`], { 90: CONTENT, 100: stream(`/Subtype /Image ${GRAY}`, SAMPLES) });
  const { doc } = await runPass(defaults, page);
  expect([...dictEntries(dictOf(doc, 3)).keys()].map(nameText)).toContain('Type');
});
