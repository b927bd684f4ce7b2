import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { compress } from '../../compress.ts';
import { PdfError } from '../../errors.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { parseObject } from '../../testing/documents/documents.ts';
import { FileBuilder } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { joinedContents, pageContent } from '../content/joined.ts';
import { PDFContext, type PDFDict, PDFRawStream } from '../objects.ts';
import { decodeStream } from './filters.ts';
import { hasRoomForSparse, interpretedBytes, isSparse, limitDecoding } from './growth.ts';

const MEGABYTE = 1024 * 1024;
const ANY = 1024 * MEGABYTE;
const LINE = '0.00 0.00 m 100.00 100.00 l S \n';
/** Returns whole lines of at most `bytes` bytes. */
const lines = (bytes: number) => Buffer.alloc(bytes - (bytes % LINE.length), LINE);

function contextOf(fileBytes: number | null): PDFContext {
  const context = PDFContext.create();
  limitDecoding(context, ANY, fileBytes);
  return context;
}

/** Returns a deflated stream of `bytes` bytes; values other than zero hardly deflate. */
function streamIn(context: PDFContext, plain: Uint8Array, entries = ''): PDFRawStream {
  const dict = parseObject(`<< /Filter /FlateDecode ${entries} >>`, context) as PDFDict;
  return PDFRawStream.of(dict, new Uint8Array(deflateSync(plain)));
}

const kindOf = (stream: PDFRawStream) => {
  const decoded = decodeStream(stream, ANY);
  return decoded.kind === 'undecodable' ? decoded.reason : decoded.kind;
};

describe('a stream that grows', () => {
  test('to more than 8 MB and 32 times its bytes is too large', () => {
    const context = contextOf(1000);
    expect(kindOf(streamIn(context, new Uint8Array(8 * MEGABYTE)))).toBe('bytes');
    expect(kindOf(streamIn(context, new Uint8Array(8 * MEGABYTE + 1)))).toBe('too-large');
    const dense = new Uint8Array(10 * MEGABYTE);
    dense.set(noise(400_000, 7));
    expect(kindOf(streamIn(context, dense))).toBe('bytes');
  });

  test('is decoded in a file that Pagelight wrote, and where Pagelight deflated it', () => {
    const plain = new Uint8Array(9 * MEGABYTE);
    expect(kindOf(streamIn(contextOf(null), plain))).toBe('bytes');
    const dict = parseObject('<< /Filter /FlateDecode >>', contextOf(1000)) as PDFDict;
    expect(kindOf(PDFRawStream.of(dict, deflate(plain)))).toBe('bytes');
  });

  test('is an image: its pixels are the limit', () => {
    const image = '/Subtype /Image /Width 3000 /Height 3000 /ColorSpace /DeviceGray /BitsPerComponent 8';
    const context = contextOf(1000);
    for (let times = 0; times < 10; times += 1)
      expect(kindOf(streamIn(context, new Uint8Array(9_000_000), image))).toBe('bytes');
    expect(kindOf(streamIn(context, new Uint8Array(73_000_000), image))).toBe('too-large');
    const huge = image.replaceAll('3000', '9000');
    expect(kindOf(streamIn(context, new Uint8Array(25 * MEGABYTE), huge))).toBe('bytes');
    expect(kindOf(streamIn(context, new Uint8Array(30 * MEGABYTE), huge))).toBe('too-large');
    const form = image.replace('Image', 'Form');
    expect(kindOf(streamIn(context, new Uint8Array(9_000_000), form))).toBe('too-large');
  });
});

describe('all streams together', () => {
  test('may grow to 64 MB and 128 times the file; one that is decoded again counts once', () => {
    const context = contextOf(MEGABYTE / 128);
    const streams = Array.from({ length: 9 }, () => streamIn(context, new Uint8Array(7 * MEGABYTE)));
    const decode = () => streams.map(kindOf);
    expect(new Set(decode())).toEqual(new Set(['bytes']));
    expect(new Set(decode())).toEqual(new Set(['bytes']));
    expect(kindOf(streamIn(context, new Uint8Array(2 * MEGABYTE)))).toBe('bytes');
    expect(() => kindOf(streamIn(context, new Uint8Array(1)))).toThrow(PdfError);
  });

  test('count with the most that was decoded of them', () => {
    const context = contextOf(0);
    const [large, other] = [1, 2].map(() => streamIn(context, new Uint8Array(8 * MEGABYTE)));
    for (const most of [MEGABYTE, 8 * MEGABYTE, 2 * MEGABYTE]) decodeStream(large!, most);
    // The bytes of 6 others and of `large`.
    for (let times = 0; times < 6; times += 1) kindOf(streamIn(context, new Uint8Array(8 * MEGABYTE)));
    expect(kindOf(other!)).toBe('bytes');
    expect(() => kindOf(streamIn(context, new Uint8Array(1)))).toThrow(PdfError);
  });

  test('count with what they have if they are too large', () => {
    const context = contextOf(0);
    for (let times = 0; times < 8; times += 1)
      expect(kindOf(streamIn(context, new Uint8Array(9 * MEGABYTE)))).toBe('too-large');
    expect(() => kindOf(streamIn(context, new Uint8Array(9 * MEGABYTE)))).toThrow(PdfError);
  });

  test('count with their largest step', () => {
    const context = contextOf(0);
    for (let times = 0; times < 6; times += 1) {
      const dict = parseObject('<< /Filter [/FlateDecode /ASCIIHexDecode] >>', context) as PDFDict;
      const hex = Buffer.alloc(8 * MEGABYTE, '0');
      expect(kindOf(PDFRawStream.of(dict, new Uint8Array(deflateSync(hex))))).toBe('bytes');
    }
  });

  test('limit what is interpreted', () => {
    expect(interpretedBytes(contextOf(1000))).toBe(64 * MEGABYTE + 128_000);
    expect(interpretedBytes(contextOf(null))).toBe(1024 * MEGABYTE);
    expect(interpretedBytes(contextOf(ANY))).toBe(1024 * MEGABYTE);
  });
});

describe('samples of more than 600 times the stored bytes', () => {
  const stored = (context: PDFContext, bytes: number) =>
    PDFRawStream.of(parseObject('<< >>', context) as PDFDict, new Uint8Array(bytes));

  test('are sparse in files that others wrote', () => {
    const context = contextOf(1000);
    expect(isSparse(stored(context, 1000), 600_000)).toBe(false);
    expect(isSparse(stored(context, 1000), 600_001)).toBe(true);
    expect(isSparse(stored(contextOf(null), 1000), 600_001)).toBe(false);
    const own = deflate(new Uint8Array(1000));
    expect(isSparse(PDFRawStream.of(parseObject('<< >>', context) as PDFDict, own), MEGABYTE)).toBe(false);
  });

  test('have 25 MB in all, each image once', () => {
    const context = contextOf(1000);
    const [one, two, three] = [1, 2, 3].map(() => stored(context, 10));
    expect(hasRoomForSparse(three!, 25 * MEGABYTE + 1)).toBe(false);
    expect(hasRoomForSparse(one!, 15 * MEGABYTE)).toBe(true);
    expect(hasRoomForSparse(one!, 15 * MEGABYTE)).toBe(true);
    expect(hasRoomForSparse(two!, 10 * MEGABYTE + 1)).toBe(false);
    expect(hasRoomForSparse(two!, 10 * MEGABYTE)).toBe(true);
    expect(hasRoomForSparse(three!, 1)).toBe(false);
    expect(hasRoomForSparse(stored(contextOf(null), 10), ANY)).toBe(true);
  });
});

describe('an array of contents', () => {
  function page(context: PDFContext, parts: readonly PDFRawStream[]): PDFDict {
    const refs = parts.map((part) => context.register(part));
    return parseObject(`<< /Contents [${refs.join(' ')}] >>`, context) as PDFDict;
  }

  test('that names one stream very often is not joined', () => {
    const context = contextOf(1000);
    const plain = lines(3 * MEGABYTE);
    const part = streamIn(context, plain);
    expect(joinedContents(page(context, [part, part]), ANY)?.length).toBe(2 * plain.length + 2);
    expect(joinedContents(page(context, [part, part, part]), ANY)).toBeNull();
    expect(pageContent(page(context, [part, part, part]), ANY)).toBeNull();
    // Its stored bytes count once.
    const dense = new Uint8Array(5 * MEGABYTE);
    dense.set(noise(200_000, 7));
    const stored = streamIn(context, dense);
    expect(joinedContents(page(context, [stored, stored]), ANY)).toBeNull();
  });
});

function file(content: Uint8Array, filter = '/Filter /FlateDecode'): Uint8Array {
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>')
    .object(5, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 6 0 R /Resources << >> >>')
    .stream(4, filter, content)
    .stream(6, '', lines(5000))
    .table('/Root 1 0 R', [1, 2, 3, 4, 5, 6])
    .build();
}

/** A page that draws images of one color each, with the entries and data given. */
function pictures(images: readonly (readonly [entries: string, data: Uint8Array])[]): Uint8Array {
  const names = images.map((_, at) => `/I${at} ${10 + at} 0 R`).join(' ');
  const builder = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << ${names} >> >> >>`,
    )
    .stream(4, '', images.map((_, at) => `q 200 0 0 200 0 0 cm /I${at} Do Q `).join(''));
  for (const [at, [entries, data]] of images.entries())
    builder.stream(10 + at, `/Subtype /Image ${entries}`, data);
  return builder.table('/Root 1 0 R', [1, 2, 3, 4, ...images.map((_, at) => 10 + at)]).build();
}

describe('compress', () => {
  const run = (input: Uint8Array) => compress(input, DEFAULT_OPTIONS, { host: createTestHost() });

  test('leaves content as it is that grows too much, says so, and rewrites the rest', async () => {
    const { report } = await run(file(new Uint8Array(deflateSync(lines(9 * MEGABYTE)))));
    expect(report.unchanged).toBe(false);
    const contents = report.passes.find(({ pass }) => pass === 'contents');
    expect(contents).toMatchObject({ changed: 1, skips: { 'too-large': 1 } });
  });

  test('is not stopped by a result that grows more than its input may', async () => {
    const stored = new Uint8Array(deflateSync(lines(9 * MEGABYTE), { level: 1 }));
    const wide = Buffer.concat([stored, Buffer.alloc(300_000)]);
    const input = file(wide);
    const { bytes, report } = await run(input);
    expect(report.unchanged).toBe(false);
    expect(report.passes.find(({ pass }) => pass === 'contents')).toMatchObject({ changed: 2 });
    expect(bytes.length).toBeLessThan(input.length / 5);
  });

  const gray = (side: number, filter = '/Filter /FlateDecode') =>
    `/Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 ${filter}`;
  const oneBit = (side: number) => gray(side).replace('BitsPerComponent 8', 'BitsPerComponent 1');

  test.each([
    ['nearly empty images of more than 25 MB', gray(5200), 5200 ** 2],
    ['one-bit images of more than 50 megapixels', oneBit(7200), 7200 ** 2 / 8],
  ])('leaves %s as they are', async (_name, entries, bytes) => {
    const { report } = await run(pictures([[entries, new Uint8Array(deflateSync(new Uint8Array(bytes)))]]));
    expect(report.images.map(({ outcome }) => outcome)).toEqual([
      { kind: 'kept', reason: 'too-many-pixels' },
    ]);
  });

  test('makes the first of nearly empty images smaller, and leaves those beyond 25 MB in all', async () => {
    const images = [1, 2, 3].map((level) => {
      const samples = new Uint8Array(3000 ** 2).fill(level);
      return [gray(3000), new Uint8Array(deflateSync(samples))] as const;
    });
    const { report } = await run(pictures(images));
    expect(report.images.map(({ outcome }) => outcome.kind)).toEqual(['replaced', 'replaced', 'kept']);
  });
});
