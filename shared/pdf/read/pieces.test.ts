import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { pagesDocument, stream } from '../../testing/documents/documents.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import { richFile } from '../../testing/documents/rich-document.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { sequence } from '../../testing/pictures/rasters.ts';
import { Pieces } from '../byte-source.ts';
import { Changes } from '../check/changes.ts';
import { firstDifference } from '../check/check.ts';
import type { PdfDocument } from '../document.ts';
import { PDFContext, PDFRawStream } from '../objects.ts';
import { writeDocument, writeInPieces } from '../write/write.ts';
import { openDocument } from './open.ts';
import { ObjectParser } from './parser.ts';

const FIXTURES = new URL('../../fixtures/encrypted/', import.meta.url);
const open = (file: Uint8Array | Pieces, password?: string) =>
  openDocument(file, { limits: DEFAULT_LIMITS, ...(password === undefined ? {} : { password }) });

/** Cuts at random places into pieces of about `bytes` bytes. */
function cut(file: Uint8Array, bytes: number, seed: number): Pieces {
  const random = sequence(seed);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < file.length; ) {
    const to = Math.min(file.length, from + 1 + Math.floor(random() * 2 * bytes));
    pieces.push(file.subarray(from, to));
    from = to;
  }
  return new Pieces(pieces);
}

/** Objects beyond the part that is read first, and streams of all sizes among them. */
function longFile(objectStreams: boolean): Uint8Array {
  const notes = Array.from({ length: 40 }, (_, i) => [
    100 + i,
    `<< /Contents (${'long '.repeat((i * 137) % 2000)}) >>`,
  ]);
  const streams = Array.from({ length: 10 }, (_, i) => [700 + i, stream('', noise(3 ** i))]);
  const refs = [...notes, ...streams].map(([number]) => `${number} 0 R`).join(' ');
  const doc = pagesDocument([`/Annots [${refs}]`], Object.fromEntries([...notes, ...streams]));
  return writeDocument(doc, { objectStreams });
}

async function expectAlike(whole: PdfDocument, pieced: PdfDocument): Promise<void> {
  expect(pieced.repairs).toEqual(whole.repairs);
  expect(pieced.unreachedObjects).toBe(whole.unreachedObjects);
  expect(firstDifference(whole, pieced, new Changes())).toBeNull();
}

describe('a file in pieces is read as the same file in one', () => {
  const classic = onePage(new FileBuilder(), 'q Q', '/Lang 700 3 R')
    .object(700, '(en)', 3)
    .table('/Root 1 0 R')
    .build();
  const damaged = richFile().slice();
  damaged.fill(0x20, damaged.length - 60);
  test.each([
    ['with a table', classic],
    ['with all that a document may have', richFile()],
    ['with long objects in object streams', longFile(true)],
    ['with long objects in a table', longFile(false)],
    ['without a cross-reference', damaged],
  ])('%s', async (_name, file) => {
    const whole = await open(file);
    for (const [index, bytes] of [1, 7, 100, 3000, 4096, 50_000].entries())
      await expectAlike(whole, await open(cut(file, bytes, index + 1)));
  });

  test.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.pdf') && !name.includes('accents')))(
    'locked: %s',
    async (name) => {
      const file = new Uint8Array(readFileSync(new URL(name, FIXTURES)));
      const password = name.includes('empty') ? undefined : 'user';
      await expectAlike(await open(file, password), await open(cut(file, 200, 3), password));
    },
  );
});

test('an object is the same wherever the bytes at hand end', () => {
  const texts = [
    '12 ',
    '<< /A 1 0 R /B [1 2 (three) <0a0b>] /C /Name >>',
    '[ 1 0 R 12 0 ]',
    '-.5 ',
    '% comment\n null ',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(5000), fc.nat(80), (text, blanks, end) => {
      const file = Buffer.from(
        `7 0 obj ${' '.repeat(blanks)}${text}${' '.repeat(5000 - blanks)}endobj ${' '.repeat(9000)}`,
      );
      const at = Math.min(file.length - 1, blanks + end);
      const parse = (source: Uint8Array | Pieces) =>
        new ObjectParser(source, PDFContext.create(), DEFAULT_LIMITS).indirectObject(() => undefined);
      const [one, pieced] = [parse(file), parse(new Pieces([file.subarray(0, at), file.subarray(at)]))];
      expect(pieced?.object.toString()).toBe(one?.object.toString());
      expect(pieced?.end).toBe(one?.end);
    }),
  );
});

test('a reference whose parts lie far apart is none of its numbers', () => {
  const file = Buffer.from(`7 0 obj 12 0${' '.repeat(6000)}R endobj ${' '.repeat(9000)}`);
  const pieces = new Pieces([file.subarray(0, 9), file.subarray(9)]);
  const parsed = new ObjectParser(pieces, PDFContext.create(), DEFAULT_LIMITS).indirectObject(
    () => undefined,
  );
  expect(parsed?.object.toString()).toBe('12 0 R');
});

test('data begins behind its end of line, also where the bytes at hand end there', () => {
  for (let pad = 4030; pad < 4080; pad += 1) {
    const dict = `<< /Pad (${'x'.repeat(pad)}) /Length 5 >>`;
    const file = Buffer.from(`7 0 obj ${dict}stream\r\nhello\nendstream endobj ${' '.repeat(9000)}`);
    const pieces = new Pieces([file.subarray(0, 9), file.subarray(9)]);
    const parsed = new ObjectParser(pieces, PDFContext.create(), DEFAULT_LIMITS).indirectObject(
      () => undefined,
    );
    const data = parsed?.object instanceof PDFRawStream ? parsed.object.contents : null;
    expect(Buffer.from(data ?? []).toString()).toBe('hello');
  }
});

test('the data of a large stream is not copied: neither when it is written nor when it is read again', async () => {
  const data = noise(300_000);
  const doc = pagesDocument(['/Contents 100 0 R'], { 100: stream('', data) });
  const stored = [...doc.context.enumerateIndirectObjects()].flatMap(([, object]) =>
    object instanceof PDFRawStream ? [object.contents] : [],
  );
  const pieces = writeInPieces(doc, { objectStreams: true });
  expect(pieces.pieces.some(({ buffer }) => buffer === stored[0]?.buffer)).toBe(true);
  const again = await open(pieces);
  const read = again.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.contents.length === data.length ? [object.contents] : [],
    );
  expect(read).toHaveLength(1);
  expect(read[0]?.buffer).toBe(stored[0]?.buffer);
});
