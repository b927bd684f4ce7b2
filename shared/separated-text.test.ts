import { describe, expect, test } from 'vitest';
import { deflate } from './codecs/flate/deflate.ts';
import type { Raster } from './codecs/pixels/raster.ts';
import { compress } from './compress.ts';
import type { ImageOverrides } from './image-overrides.ts';
import { inspect } from './inspect.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { decodeStream } from './pdf/filter/filters.ts';
import { dictEntries, key, nameText, PDFDict, PDFRawStream } from './pdf/objects.ts';
import { openDocument } from './pdf/read/open.ts';
import { PRESETS } from './presets.ts';
import { FileBuilder } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { jobThreads } from './testing/job-threads.ts';
import { openInPdfium } from './testing/oracles/pdfium-render.ts';
import { noise } from './testing/pictures/noise.ts';
import { LETTER_WIDTH, scannedPrint } from './testing/pictures/scanned-print.ts';
import { addedKinds, lostKinds } from './verification.ts';
import { verify } from './verify.ts';

const host = createTestHost();
const WIDTH = 4;
const HEIGHT = 3;
const scan = scannedPrint({
  width: WIDTH,
  height: HEIGHT,
  dpi: 300,
  grain: 24,
  lines: Array.from({ length: 12 }, (_, line) => ({
    top: 0.3 + line * 0.2,
    letters: 32,
    inks: line === 0 ? [[30, 40, 150]] : [[30, 30, 34]],
  })),
});
const MATRIX = `${WIDTH * 72} 0 0 ${HEIGHT * 72} 0 0 cm`;
const OCR = 'BT /F 8 Tf 3 Tr 1 0 0 1 20 190 Tm (found words) Tj ET';

interface ScanFile {
  readonly content?: string;
  /** Content of a form that draws the scan. */
  readonly form?: string;
  readonly entries?: string;
  readonly page?: string;
  readonly raster?: Raster;
  readonly kids?: number;
}

function scanFile({
  content = `q ${MATRIX} /Im Do Q ${OCR}`,
  entries = '',
  form = '',
  page = '',
  kids = 1,
  raster = scan,
}: ScanFile = {}) {
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [7 0 R] /D << /ON [7 0 R] >> >> >>')
    .object(2, `<< /Type /Pages /Kids [${'3 0 R 9 0 R'.slice(0, kids * 6)}] /Count ${kids} >>`)
    .stream(4, '', content)
    .stream(
      5,
      `/Type /XObject /Subtype /Image /Width ${raster.width} /Height ${raster.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode ${entries}`,
      deflate(raster.samples, 1),
    )
    .object(6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    .object(7, '<< /Type /OCG /Name (Scan) >>')
    .stream(
      8,
      `/Type /XObject /Subtype /Form /BBox [0 0 ${WIDTH * 72} ${HEIGHT * 72}] /Resources << /XObject << /Im 5 0 R >> >>`,
      form,
    );
  for (const number of kids === 1 ? [3] : [3, 9]) {
    file.object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH * 72} ${HEIGHT * 72}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R${form === '' ? '' : ' /Fm 8 0 R'} >> /Font << /F 6 0 R >> >> ${page} >>`,
    );
  }
  return file.table('/Root 1 0 R').build();
}

const AUTO: CompressOptions = {
  ...DEFAULT_OPTIONS,
  quality: 50,
  maxDpi: 150,
  maxDimension: 100_000,
  mrc: 'auto',
};
const run = (
  input: Uint8Array,
  options: Partial<CompressOptions> = {},
  imageOverrides: ImageOverrides = {},
) => compress(input, { ...AUTO, ...options }, { host, imageOverrides });

const SCAN = scanFile();
let made: ReturnType<typeof run> | undefined;
/** Result of the options for the scan, made once: most tests begin with it. */
const separatedScan = () => {
  made ??= run(SCAN);
  return made;
};

const opened = (bytes: Uint8Array) => openDocument(bytes, { limits: DEFAULT_LIMITS });

/** The scan with one letter in the place of another. */
function withAnotherLetter(): Raster {
  const samples = scan.samples.slice();
  const wide = Math.round(LETTER_WIDTH * 300) * 3;
  for (let y = 0.96 * 300; y < 1.08 * 300; y += 1) {
    const at = (y * scan.width + Math.round((0.3 + 6 * LETTER_WIDTH) * 300)) * 3;
    samples.copyWithin(at, at - 2 * wide, at - wide);
  }
  return { ...scan, samples };
}

test('a careful reader finds nothing lost or added in layers, and another letter', async () => {
  const { bytes } = await separatedScan();
  const same = await verify(SCAN, bytes, { host });
  expect([lostKinds(same), addedKinds(same), same.differentDocuments]).toEqual([[], [], false]);
  const other = await run(scanFile({ raster: withAnotherLetter() }));
  expect(other.report.mrc?.pages).toHaveLength(1);
  const lost = lostKinds(await verify(SCAN, other.bytes, { host }));
  expect(lost.map(({ kind, losses }) => [kind, losses[0]?.after])).toEqual([
    ['pictures', expect.stringMatching(/^other contents at 2[34]% of its width, 3[2-6]% of its height$/)],
  ]);
});

/** The only form of a document. */
async function formIn(bytes: Uint8Array) {
  const { context } = await opened(bytes);
  const forms = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.lookup(key('Subtype')) === key('Form') ? [object] : [],
    );
  expect(forms).toHaveLength(1);
  return forms[0];
}

describe('a scanned page whose text may be separated', () => {
  test('becomes paper and inks in the place of its picture, and the report says so', async () => {
    const plain = await run(SCAN, { mrc: 'off' });
    const { bytes, report } = await separatedScan();
    expect(bytes.length).toBeLessThan(plain.bytes.length * 0.7);
    expect(report.warnings).toEqual(['mrc-applied']);
    expect(report.mrc).toEqual({ pages: [{ page: 1, object: 5, textColors: 2 }], skipped: {} });
    expect(report.images[0]).toMatchObject({ object: 5, textColors: 2, dpi: { before: 300, after: 300 } });
    expect(plain.report.mrc).toBeUndefined();
    expect(plain.report.warnings).toEqual([]);
  });

  test('meets a size so before any picture becomes softer, and is what the options make where no size is met', async () => {
    const separated = await separatedScan();
    const met = await run(SCAN, { targetSize: separated.bytes.length });
    expect(met.bytes).toEqual(separated.bytes);
    expect(met.report.target?.missed).toBeUndefined();
    const missed = await run(SCAN, { targetSize: 500 });
    expect(missed.bytes).toEqual(separated.bytes);
    expect(missed.report.target?.missed?.sizes.images).toBeGreaterThan(500);
    expect(missed.report.warnings).toEqual(['target-missed', 'mrc-applied']);
  });

  test('is tried before images fall below quality 50, where a size alone asks for it', async () => {
    const plain = await run(SCAN, { mrc: 'fit' });
    expect(plain.bytes).toEqual((await run(SCAN, { mrc: 'off' })).bytes);
    expect(plain.report.mrc).toBeUndefined();
    const separated = await separatedScan();
    const fitted = await run(SCAN, { mrc: 'fit', targetSize: separated.bytes.length });
    expect(fitted.bytes).toEqual(separated.bytes);
    expect(fitted.report).toMatchObject({
      options: { mrc: 'fit' },
      target: { chosen: 'mrc' },
      mrc: { pages: [{ page: 1 }] },
      warnings: ['mrc-applied'],
    });
    const ample = await run(SCAN, { mrc: 'fit', quality: 75, targetSize: plain.bytes.length });
    expect(ample.report.warnings).toEqual([]);
  });

  test('becomes softer beside its text where a size asks for more, and the least that is named is reached', async () => {
    const separated = await separatedScan();
    const missed = await run(SCAN, { targetSize: 1200 });
    const least = missed.report.target?.missed?.minSize ?? 0;
    expect(least).toBeLessThan(separated.bytes.length);
    const reached = await run(SCAN, { targetSize: least });
    expect(reached.bytes.length).toBe(least);
    const closest = await run(SCAN, { targetSize: 1200, targetMode: 'closest' });
    expect(closest.bytes.length).toBe(least);
    for (const [mrc, quality, maxDpi] of [
      ['auto', 20, 72],
      ['auto', 35, 125],
      ['off', 20, 72],
    ] as const)
      expect((await run(SCAN, { mrc, quality, maxDpi })).bytes.length).toBeGreaterThanOrEqual(least);
  });

  test('draws all layers by one matrix: inks are pictures of one pixel with a mask, none is a stencil', async () => {
    const form = await formIn((await separatedScan()).bytes);
    expect(form!.dict.lookup(key('BBox'))?.toString()).toBe('[ 0 0 1 1 ]');
    const drawn = decodeStream(form!, 1000);
    const content = new TextDecoder().decode(drawn.kind === 'bytes' ? drawn.bytes : new Uint8Array());
    expect(content).toBe('/P Do\n/K1 Do\n/K2 Do');
    const named = form!.dict.lookup(key('Resources'), PDFDict).lookup(key('XObject'), PDFDict);
    for (const name of dictEntries(named).keys()) {
      const layer = named.lookup(name);
      if (!(layer instanceof PDFRawStream)) throw new Error('no layer');
      expect(layer.dict.has(key('ImageMask'))).toBe(false);
      expect(layer.dict.has(key('SMask'))).toBe(false);
      expect(layer.dict.lookup(key('ColorSpace'))).toBe(key('DeviceRGB'));
      if (nameText(name) === 'P') continue;
      expect(layer.dict.lookup(key('Width'))?.toString()).toBe('1');
      const mask = layer.dict.lookup(key('Mask'));
      expect(mask instanceof PDFRawStream && mask.dict.lookup(key('Filter'))).toBe(key('JBIG2Decode'));
    }
  });

  test('looks the same, and the words under it are still found', async () => {
    const { bytes } = await separatedScan();
    const [before, shown] = [await openInPdfium(SCAN), await openInPdfium(bytes)];
    const [one, other] = [before.render(0, 100).rgbx, shown.render(0, 100).rgbx];
    const difference = one.reduce((sum, level, at) => sum + Math.abs(level - other[at]!), 0) / one.length;
    expect(difference).toBeLessThan(4);
    before.close();
    expect(shown.text(0)).toContain('found words');
    shown.close();
  });

  test('keeps what is drawn over it: a stamp, a page number, a watermark', async () => {
    const over =
      'q 1 0 0 RG 3 w 20 20 80 40 re S Q BT /F 12 Tf 1 0 0 rg 1 0 0 1 30 35 Tm (PAID) Tj 1 0 0 1 200 8 Tm (AB-000123) Tj ET';
    const input = scanFile({ content: `q ${MATRIX} /Im Do Q ${over} ${OCR}` });
    const { bytes, report } = await run(input);
    expect(report.mrc).toMatchObject({ pages: [{ page: 1, object: 5 }], skipped: {} });
    const [before, after] = [await openInPdfium(input), await openInPdfium(bytes)];
    expect(after.text(0)).toBe(before.text(0));
    const [one, other] = [before.render(0, 100), after.render(0, 100)];
    const isRed = ({ rgbx }: typeof one, at: number) => rgbx[at] === 255 && rgbx[at + 1] === 0;
    const reds = [one, other].map((page) =>
      Array.from({ length: page.rgbx.length / 4 }, (_, at) => at).filter((at) => isRed(page, at * 4)),
    );
    expect(reds[0]!.length).toBeGreaterThan(200);
    expect(reds[1]).toEqual(reds[0]);
    before.close();
    after.close();
  });

  test('may lie in a form, as programs write it that stamp or arrange pages', async () => {
    const input = scanFile({ content: `q /Fm Do Q ${OCR}`, form: `${MATRIX} /Im Do` });
    const { bytes, report } = await run(input);
    expect(report.mrc).toEqual({ pages: [{ page: 1, object: 5, textColors: 2 }], skipped: {} });
    expect(bytes.length).toBeLessThan((await run(input, { mrc: 'off' })).bytes.length * 0.7);
  });

  test('keeps what the picture was in the document', async () => {
    const { bytes } = await run(scanFile({ entries: '/OC 7 0 R /StructParent 3 /Interpolate true' }));
    const form = await formIn(bytes);
    expect(form!.dict.lookup(key('OC'), PDFDict).lookup(key('Type'))).toBe(key('OCG'));
    expect(form!.dict.lookup(key('StructParent'))?.toString()).toBe('3');
  });

  test('is left alone by a second run', async () => {
    const first = await separatedScan();
    const second = await run(first.bytes);
    expect(second.report.mrc).toEqual({ pages: [], skipped: expect.anything() });
    expect(second.report.warnings).toEqual([]);
    await formIn(second.bytes);
  });

  test('has the same bytes with any number of threads', async () => {
    const alone = await separatedScan();
    for (const threads of [1, 2]) {
      const workThreads = jobThreads(host, threads);
      expect((await compress(SCAN, AUTO, { host: { ...host, workThreads } })).bytes).toEqual(alone.bytes);
    }
  });

  test('is still one picture of the page for whoever inspects the file', async () => {
    const { images } = await inspect((await separatedScan()).bytes);
    const [paper] = images.filter(({ codec }) => codec === 'dct');
    expect(paper!.placed).toMatchObject({ widthPt: WIDTH * 72, heightPt: HEIGHT * 72 });
    expect(paper!.pages).toEqual([1]);
  });
});

test('a picture of a hundred megapixels, checks of one pixel, ends and is left alone', async () => {
  const side = 10_000;
  const rows = [0, 1].map((first) =>
    Uint8Array.from({ length: side }, (_, x) => (x % 2 === first ? 0 : 255)),
  );
  const samples = new Uint8Array(side * side);
  for (let y = 0; y < side; y += 1) samples.set(rows[y % 2]!, y * side);
  // Nearly empty pictures are not even decoded.
  for (const [at, grain] of noise(400_000).entries()) samples[at * 250] = grain;
  const input = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(
      3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2400 2400] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>',
    )
    .stream(4, '', 'q 2400 0 0 2400 0 0 cm /Im Do Q')
    .stream(
      5,
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      deflate(samples, 1),
    )
    .table('/Root 1 0 R')
    .build();
  const { report } = await run(input);
  expect(report.mrc).toEqual({ pages: [], skipped: { 'unsuitable-size': 1 } });
  expect(report.warnings).not.toContain('mrc-applied');
});

describe('nothing is separated, and the report says why', () => {
  test.each<[string, ScanFile, Partial<CompressOptions>, ImageOverrides, object]>([
    ['images may not become JPEG', {}, { convertToJpeg: false }, {}, { lossless: 1 }],
    ['nothing may be lost', {}, { ...PRESETS.lossless, mrc: 'auto' }, {}, { lossless: 1 }],
    ['the image is kept', {}, {}, { 5: { kind: 'keep' } }, { 'kept-by-user': 1 }],
    [
      'the image has a quality of its own',
      {},
      {},
      { 5: { kind: 'quality', quality: 40 } },
      { 'kept-by-user': 1 },
    ],
    [
      'a page of text is drawn over it',
      { content: `q ${MATRIX} /Im Do Q BT /F 8 Tf ${'(a line of a page) Tj '.repeat(30)} ET` },
      {},
      {},
      { 'text-over': 1 },
    ],
    [
      'it is drawn over a color',
      { content: `0 0 9 9 re f q ${MATRIX} /Im Do Q` },
      {},
      {},
      { 'drawn-below': 1 },
    ],
    ['it is tilted', { content: 'q 288 3 -3 216 0 0 cm /Im Do Q' }, {}, {}, { tilted: 1 }],
    ['it covers half of the page', { content: 'q 144 0 0 108 0 0 cm /Im Do Q' }, {}, {}, { 'not-a-scan': 1 }],
    ['two pages show it', { kids: 2 }, {}, {}, { 'shared-picture': 1, 'not-a-scan': 1 }],
    [
      'two pages show it, by one form',
      { kids: 2, content: '/Fm Do', form: `${MATRIX} /Im Do` },
      {},
      {},
      { 'shared-picture': 1, 'not-a-scan': 1 },
    ],
    ['it has a colour key', { entries: '/Mask [0 9 0 9 0 9]' }, {}, {}, { 'unsuitable-image': 1 }],
    ['its samples are mapped', { entries: '/Decode [1 0 1 0 1 0]' }, {}, {}, { 'unsuitable-image': 1 }],
    ['it has an entry that we do not know', { entries: '/Alternates []' }, {}, {}, { 'unsuitable-image': 1 }],
    ['it is drawn large', { page: '/UserUnit 2' }, {}, {}, { 'low-resolution': 1 }],
  ])('%s', async (_name, file, options, overrides, kept) => {
    const { report } = await run(scanFile(file), options, overrides);
    expect(report.mrc).toEqual({ pages: [], skipped: kept });
    expect(report.warnings).not.toContain('mrc-applied');
  });
});
