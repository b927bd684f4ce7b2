import { describe, expect, test } from 'vitest';
import { PdfError } from '../../errors.ts';
import { inspect } from '../../inspect.ts';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import {
  BROTLI,
  BROTLI_LARGE,
  BROTLI_PREDICTED,
  brotli,
  packedFile,
  predictedUp,
  type StreamPacking,
} from '../../testing/brotli.ts';
import { parseObject } from '../../testing/documents/documents.ts';
import { FileBuilder, latin1Bytes, onePage } from '../../testing/documents/files.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { decodedHead, decodeKeepingPredictor, decodeStream } from '../filter/filters.ts';
import { key, PDFContext, PDFDict, PDFRawStream } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { openDocument } from './open.ts';

const MAX = 1 << 20;
const CONTENT = 'BT /F 12 Tf (Hello) Tj ET\n'.repeat(40);

const OBJECTS = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
};
const CONTENTS = { 4: { dict: '/Filter /BrotliDecode', data: brotli(CONTENT) } };

function streamOf(dict: string, data: Uint8Array): PDFRawStream {
  const parsed = parseObject(`<< ${dict} >>`, PDFContext.create()) as PDFDict;
  return PDFRawStream.of(parsed, data);
}

function plainOf(dict: string, data: Uint8Array, max = MAX): string {
  const found = decodeStream(streamOf(dict, data), max);
  return found.kind === 'bytes' ? Buffer.from(found.bytes).toString('latin1') : found.kind;
}

async function contentOf(file: Uint8Array): Promise<string> {
  const doc = await openDocument(file, { limits: DEFAULT_LIMITS });
  expect({ repairs: doc.repairs, incomplete: doc.incomplete }).toEqual({ repairs: [], incomplete: false });
  const [page] = pageRefs(doc.trailer);
  const contents = doc.context.lookup(page, PDFDict).lookup(key('Contents')) as PDFRawStream;
  const decoded = decodeStream(contents, MAX);
  return decoded.kind === 'bytes' ? Buffer.from(decoded.bytes).toString('latin1') : decoded.kind;
}

async function problemOf(file: Uint8Array, limits: Partial<Limits> = {}): Promise<unknown> {
  try {
    await openDocument(file, { limits: { ...DEFAULT_LIMITS, ...limits } });
  } catch (thrown) {
    if (thrown instanceof PdfError) return thrown.problem;
    throw thrown;
  }
  return 'opened';
}

describe('a stream packed with Brotli', () => {
  test.each([
    ['alone', '/Filter /BrotliDecode', brotli(CONTENT)],
    ['with a large window', '/Filter /BrotliDecode', brotli(CONTENT, { window: 28, isLarge: true })],
    ['in a chain', '/Filter [/BrotliDecode /BrotliDecode]', brotli(brotli(CONTENT))],
    [
      'under a PNG predictor',
      '/Filter /BrotliDecode /DecodeParms << /Predictor 15 /Columns 26 >>',
      brotli(predictedUp(latin1Bytes(CONTENT), 26)),
    ],
    [
      'with the parameters of its place in the chain',
      '/Filter [/ASCIIHexDecode /BrotliDecode] /DecodeParms [null << /Predictor 12 /Columns 26 >>]',
      latin1Bytes(`${Buffer.from(brotli(predictedUp(latin1Bytes(CONTENT), 26))).toString('hex')}>`),
    ],
  ])('is read %s', (_, dict, data) => {
    expect(plainOf(dict, data)).toBe(CONTENT);
  });

  test('is read under a TIFF predictor', () => {
    const dict = '/Filter /BrotliDecode /DecodeParms << /Predictor 2 /Columns 4 >>';
    expect(plainOf(dict, brotli(Uint8Array.of(65, 1, 1, 1, 70, 255, 255, 0)))).toBe('ABCDFEDD');
  });

  test('keeps its predictor where it is to be deflated again', () => {
    const rows = predictedUp(latin1Bytes(CONTENT), 26);
    const dict = '/Filter /BrotliDecode /DecodeParms << /Predictor 12 /Columns 26 >>';
    const found = decodeKeepingPredictor(streamOf(dict, brotli(rows)), MAX);
    expect(found).toMatchObject({ kind: 'bytes', damaged: false });
    if (found.kind !== 'bytes') return;
    expect(Buffer.from(found.bytes).equals(rows)).toBe(true);
    expect(found.predictor?.lookup(key('Predictor'))?.toString()).toBe('12');
  });

  test('shows its beginning without being unpacked whole', () => {
    const head = decodedHead(streamOf('/Filter /BrotliDecode', brotli(CONTENT.repeat(1000))), 20);
    expect(head).toEqual(latin1Bytes(CONTENT).subarray(0, 20));
  });

  test('that ends early gives what is there, as damaged', () => {
    const plain = noise(20_000).map((byte) => byte & 31);
    const found = decodeStream(streamOf('/Filter /BrotliDecode', brotli(plain).subarray(0, 6000)), MAX);
    expect(found).toMatchObject({ kind: 'bytes', damaged: true });
    if (found.kind !== 'bytes') return;
    expect(found.bytes.length).toBeGreaterThan(5000);
    expect(Buffer.from(found.bytes).equals(plain.subarray(0, found.bytes.length))).toBe(true);
  });

  test('that is a bomb is too large, and counts for no more than the limit', () => {
    const bomb = streamOf('/Filter /BrotliDecode', brotli(new Uint8Array(20_000_000)));
    expect(decodeStream(bomb, MAX)).toEqual({ kind: 'undecodable', reason: 'too-large' });
  });

  test('has no abbreviation', () => {
    expect(decodeStream(streamOf('/Filter /Br', brotli(CONTENT)), MAX)).toEqual({
      kind: 'undecodable',
      reason: 'unknown-filter',
      filter: 'Br',
    });
  });
});

describe('a file whose objects and cross-reference are packed with Brotli', () => {
  test.each([
    ['plainly', BROTLI],
    ['with a large window', BROTLI_LARGE],
    ['under a predictor', BROTLI_PREDICTED],
  ])('opens without repair: %s', async (_, packing) => {
    expect(await contentOf(packedFile(OBJECTS, CONTENTS, packing))).toBe(CONTENT);
  });

  test('tells how many streams are so packed, structure included', async () => {
    const { features } = await inspect(packedFile(OBJECTS, CONTENTS, BROTLI));
    expect(features.brotliStreams).toBe(3);
    expect(
      (await inspect(onePage(new FileBuilder()).table('/Root 1 0 R').build())).features.brotliStreams,
    ).toBe(0);
  });

  test('is rebuilt where its cross-reference is lost', async () => {
    const file = packedFile(OBJECTS, CONTENTS, BROTLI);
    const doc = await openDocument(file.subarray(0, -12), { limits: DEFAULT_LIMITS });
    expect(doc).toMatchObject({ incomplete: false, repairs: [expect.stringContaining('rebuilt')] });
    expect(pageRefs(doc.trailer)).toHaveLength(1);
  });

  test('ends at the limit where its object stream is a bomb', async () => {
    const bomb: StreamPacking = {
      entries: '/Filter /BrotliDecode',
      pack: (plain) => brotli(Buffer.concat([plain, Buffer.alloc(20_000_000, 32)])),
    };
    const file = packedFile(OBJECTS, CONTENTS, bomb, BROTLI);
    expect(await problemOf(file, { streamBytes: MAX })).toMatchObject({ code: 'damaged_pdf' });
    expect(await problemOf(file, { totalBytes: MAX })).toMatchObject({
      code: 'limit_exceeded',
      limit: 'totalBytes',
    });
  });

  test('is damaged where its object stream is', async () => {
    const cut: StreamPacking = { entries: BROTLI.entries, pack: (plain) => brotli(plain).subarray(0, 12) };
    expect(await problemOf(packedFile(OBJECTS, CONTENTS, cut, BROTLI))).toMatchObject({
      code: 'damaged_pdf',
    });
  });
});

describe('a filter that is not known', () => {
  const zstd: StreamPacking = {
    entries: '/Filter /ZstdDecode',
    pack: (plain) => plain.map((byte) => byte ^ 255),
  };

  const chained: StreamPacking = {
    entries: '/Filter [/ASCIIHexDecode /ZstdDecode]',
    pack: (plain) => latin1Bytes(`${Buffer.from(plain).toString('hex')}>`),
  };

  test.each([
    ['object and cross-reference streams', zstd, zstd],
    ['an object stream', zstd, BROTLI],
    ['an object stream, behind another', chained, BROTLI],
  ])('on %s is named, and nothing is called damaged', async (_, objects, crossReference) => {
    const file = packedFile(OBJECTS, CONTENTS, objects, crossReference);
    expect(await problemOf(file)).toEqual({ code: 'unsupported_filter', filter: 'ZstdDecode' });
  });

  test('is named too where pages are found and only some of what they show is not', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Resources 5 0 R');
    const { entries, pack } = zstd;
    file.stream(90, `/Type /ObjStm /N 1 /First 4 ${entries}`, pack(latin1Bytes('5 0 << /Font << >> >>')));
    file.xrefStream(91, '/Root 1 0 R', {
      ...Object.fromEntries([1, 2, 3, 4, 90].map((number) => [number, [1, file.offsetOf(number), 0]])),
      5: [2, 90, 0],
    });
    expect(await problemOf(file.build())).toEqual({ code: 'unsupported_filter', filter: 'ZstdDecode' });
  });

  test('on the cross-reference alone is no matter where all objects are found without it', async () => {
    const doc = await openDocument(packedFile(OBJECTS, CONTENTS, BROTLI, zstd), { limits: DEFAULT_LIMITS });
    expect(doc.incomplete).toBe(false);
    expect(doc.repairs).toEqual(['cross-reference rebuilt: its filter ZstdDecode is not known']);
  });

  test('is named in plain characters, and not at length', async () => {
    const odd: StreamPacking = { ...zstd, entries: `/Filter /a#0a#1b#5b31m#20#c3${'z'.repeat(90)}` };
    expect(await problemOf(packedFile(OBJECTS, CONTENTS, odd, BROTLI))).toEqual({
      code: 'unsupported_filter',
      filter: expect.stringMatching(/^a\?\?\?31m\?\?z+$/),
    });
  });

  test('on any other stream leaves that as it is', async () => {
    const file = onePage(new FileBuilder())
      .stream(4, '/Filter /ZstdDecode', 'abc')
      .table('/Root 1 0 R')
      .build();
    expect(await contentOf(file)).toBe('undecodable');
  });

  test('image filters are known, so a stream of objects in one is damaged', async () => {
    const odd: StreamPacking = { ...zstd, entries: '/Filter /DCTDecode' };
    expect(await problemOf(packedFile(OBJECTS, CONTENTS, odd, BROTLI))).toMatchObject({
      code: 'damaged_pdf',
    });
  });
});
