import { describe, expect, test } from 'vitest';
import { deflate } from './codecs/flate/deflate.ts';
import { compress } from './compress.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import { indirectObjects } from './pdf/document.ts';
import { key, PDFRawStream } from './pdf/objects.ts';
import { openDocument } from './pdf/read/open.ts';
import { FileBuilder } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { GENERIC_PAGES, type Jbig2Page, LETTERS, TEXT_PAGES } from './testing/jbig2/pages.ts';
import { combined, type Picture, packedRows, picture } from './testing/jbig2/picture.ts';
import { segmentsIn } from './testing/jbig2/segments.ts';
import { pdfiumDifferences } from './testing/oracles/pdfium-render.ts';

const host = createTestHost();
const print = TEXT_PAGES.find(({ name }) => name === 'strips of 1')!;
/** Enough letters, each in a place of its own, for their shapes to take less space than they do. */
const sheet = Array.from({ length: 1000 }, (_, at) => (at * 7919) % 1009).reduce(
  (under, random, at) =>
    combined(
      under,
      LETTERS[random % 3]!,
      (at % 40) * 16 + (random % 5),
      Math.floor(at / 40) * 24 + (random % 11),
      'OR',
    ),
  picture(640, 640),
);

/** One page with an image of one bit; `entries` are added to its dictionary. */
function fileWith({ width, height }: Picture, entries: string, data: Uint8Array): Uint8Array {
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /Im 5 0 R >> >> /Contents 4 0 R >>`,
    )
    .stream(4, '', `q ${width} 0 0 ${height} 0 0 cm /Im Do Q`)
    .stream(
      5,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 ${entries}`,
      data,
    )
    .table('/Root 1 0 R')
    .build();
}

const foreign = ({ picture: shown, data }: Jbig2Page) =>
  fileWith(shown, '/ColorSpace /DeviceGray /Filter /JBIG2Decode', data);
/** Samples: black is 0. */
const deflated = (shown: Picture, space: string) =>
  fileWith(
    shown,
    `/ColorSpace ${space} /Filter /FlateDecode`,
    deflate(
      packedRows(shown).map((byte) => 255 - byte),
      1,
    ),
  );

const compressed = (file: Uint8Array, jbig2Symbols: boolean) =>
  compress(file, { ...DEFAULT_OPTIONS, jbig2Symbols }, { host });

/** True if the JBIG2 image of a result defines or places symbols: types 0, 4, 6 and 7 of T.88, 7.3. */
async function holdsSymbols(bytes: Uint8Array): Promise<boolean> {
  const doc = await openDocument(bytes, { limits: DEFAULT_LIMITS });
  const data = indirectObjects(doc).flatMap(([, object]) =>
    object instanceof PDFRawStream && String(object.dict.get(key('Filter'))) === '/JBIG2Decode'
      ? [object.contents]
      : [],
  );
  expect(data).toHaveLength(1);
  return segmentsIn(data[0]!).some(({ type }) => [0, 4, 6, 7].includes(type));
}

describe.each([
  ['deflated', deflated(sheet, '/DeviceGray')],
  ['of two colours', deflated(sheet, '[/Indexed /DeviceRGB 1 <ff8800000088>]')],
  ['of symbols, with much around them', foreign(print)],
])('a page of letters, %s', (_name, file) => {
  test('is coded with symbols where they may be', async () => {
    const { bytes, report } = await compressed(file, true);
    expect(await holdsSymbols(bytes)).toBe(true);
    expect(report).toMatchObject({
      jbig2: { generic: 0, symbols: 1 },
      images: [{ jbig2: { after: 'symbols' } }],
    });
    expect(report.warnings).toEqual([]);
  });

  test('is one of generic regions alone where they must not be', async () => {
    const { bytes, report } = await compressed(file, false);
    expect(await holdsSymbols(bytes)).toBe(false);
    expect(report).toMatchObject({
      jbig2: { generic: 1, symbols: 0 },
      images: [{ jbig2: { after: 'generic' } }],
    });
    expect(report.warnings).toEqual([]);
    expect(await pdfiumDifferences(file, bytes, { dpis: [72] })).toEqual([]);
  });
});

test('symbols that are there stay where a page is larger without them, and that is said', async () => {
  const once = await compressed(deflated(sheet, '/DeviceGray'), true);
  const { bytes, report } = await compressed(once.bytes, false);
  expect(await holdsSymbols(bytes)).toBe(true);
  expect(report).toMatchObject({
    images: [{ outcome: { kind: 'kept' }, jbig2: { before: 'symbols', after: 'symbols' } }],
    jbig2: { generic: 0, symbols: 1 },
    warnings: ['symbols-kept'],
  });
});

test('of images that stay, what they are made of is told too', async () => {
  const twice = await compressed((await compressed(foreign(GENERIC_PAGES[0]!), false)).bytes, false);
  expect(twice.report).toMatchObject({ jbig2: { generic: 1, symbols: 0 }, warnings: [] });
});

test('without JBIG2 nothing is told of it', async () => {
  const file = fileWith(picture(8, 3), '/ColorSpace /DeviceGray', new Uint8Array(3));
  expect((await compressed(file, false)).report.jbig2).toBeUndefined();
});
