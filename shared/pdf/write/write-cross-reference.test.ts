import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ObjectSources, pagesDocument, stream } from '../../testing/documents/documents.ts';
import type { PdfDocument } from '../document.ts';
import { writeDocument } from './write.ts';

/** The cross-reference stream of a file, read plainly from its bytes according to ISO 32000-2, 7.5.8. */

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

type Row = readonly [type: number, second: number, third: number];

/** The rows of the stream at `startxref`, by object number. */
function rowsOf(text: string): Row[] {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const dict = text.slice(start, text.indexOf('stream\n', start));
  expect(dict).toMatch(/^\d+ 0 obj\n<<\/Type\/XRef\/Size \d+\/W\[1 \d+ \d+\]/);
  const widths = (/\/W\[([\d ]+)\]/.exec(dict)?.[1] ?? '').split(' ').map(Number);
  const width = widths.reduce((sum, each) => sum + each, 0);
  expect(dict).toContain(`/Predictor 12/Columns ${width}`);
  const plain = inflateSync(dataAt(text, start));
  const size = Number(/\/Size (\d+)/.exec(dict)?.[1]);
  expect(plain).toHaveLength(size * (width + 1));
  // It lists itself, and nothing after it.
  expect(dict).toMatch(new RegExp(`^${size - 1} 0 obj\\n`));
  let above = new Array<number>(width).fill(0);
  return Array.from({ length: size }, (_, row) => {
    // "Up": each byte is what it adds to the one above.
    expect(plain[row * (width + 1)]).toBe(2);
    above = above.map((byte, i) => (byte + plain[row * (width + 1) + 1 + i]!) & 255);
    let at = 0;
    const [type, second, third] = widths.map((bytes) => {
      const field = above.slice(at, at + bytes);
      at += bytes;
      return field.reduce((value, byte) => value * 256 + byte, 0);
    });
    return [type!, second!, third!];
  });
}

function dataAt(text: string, start: number): Buffer {
  const length = Number(/\/Length (\d+)/.exec(text.slice(start))?.[1]);
  const from = text.indexOf('stream\n', start) + 'stream\n'.length;
  return Buffer.from(text.slice(from, from + length), 'latin1');
}

/** Object numbers in the object stream at `offset`, and the objects' texts. */
function packedAt(text: string, offset: number) {
  const dict = text.slice(offset, text.indexOf('stream\n', offset));
  const data = dataAt(text, offset);
  const plain = dict.includes('/FlateDecode') ? latin1(inflateSync(data)) : latin1(data);
  const first = Number(/\/First (\d+)/.exec(dict)?.[1]);
  const count = Number(/\/N (\d+)/.exec(dict)?.[1]);
  const table = plain.slice(0, first).trim().split(' ').map(Number);
  expect(table).toHaveLength(count * 2);
  const places = table.filter((_, i) => i % 2 === 1).map((place) => first + place);
  const texts = places.map((place, i) => plain.slice(place, places[i + 1]));
  // Each begins at the offset in the table, and a delimiter ends it before the next one.
  for (const [i, text] of texts.entries()) expect(text).toMatch(i < count - 1 ? /^\S.*[\s)\]>]$/s : /^\S/);
  return { numbers: table.filter((_, i) => i % 2 === 0), texts };
}

/** Expects every row to lead to the object of that number; returns the texts of packed objects by number. */
function expectRows(bytes: Uint8Array): Map<number, string> {
  const text = latin1(bytes);
  const packed = new Map<number, string>();
  const rows = rowsOf(text);
  expect(rows.at(-1)?.[0]).toBe(1);
  const streams = new Map<number, ReturnType<typeof packedAt>>();
  for (const [number, [type, second, third]] of rows.entries()) {
    if (number === 0) {
      expect(type).toBe(0);
    } else if (type === 1) {
      expect(text.slice(second, second + 20)).toMatch(new RegExp(`^${number} 0 obj\n`));
    } else {
      expect(type).toBe(2);
      const [kind, offset] = rows[second]!;
      expect(kind).toBe(1);
      const { numbers, texts } = streams.get(second) ?? packedAt(text, offset);
      streams.set(second, { numbers, texts });
      expect(numbers[third]).toBe(number);
      packed.set(number, texts[third]!);
    }
  }
  return packed;
}

/** Enough objects that the classic form is not tried, and others. */
function notes(count: number, body: (number: number) => string, others: ObjectSources = {}): PdfDocument {
  const numbers = Array.from({ length: count }, (_, i) => 100 + i);
  const objects = Object.fromEntries(numbers.map((number) => [number, body(number)]));
  const annots = numbers.map((number) => `${number} 0 R`).join(' ');
  const shown = Object.keys(others).map((number) => `${number} 0 R`);
  return pagesDocument([`/Annots [${annots}] /Shown [${shown.join(' ')}]`], { ...objects, ...others });
}

describe('the cross-reference stream leads to every object', () => {
  test('in object streams of more than 256', () => {
    const doc = notes(600, (number) => `<< /Contents (${number}) >>`);
    const packed = expectRows(writeDocument(doc, { objectStreams: true }));
    expect(packed.size).toBe(603);
    const contents = [...packed.values()].flatMap((text) => /\/Contents\((\d+)\)/.exec(text)?.[1] ?? []);
    expect(new Set(contents)).toEqual(new Set(Array.from({ length: 600 }, (_, i) => String(100 + i))));
  });

  test('also in a short file of many objects, whose numbers need more bytes than its offsets', () => {
    const bytes = writeDocument(
      notes(300, () => '1'),
      { objectStreams: true },
    );
    expect(bytes.length).toBeLessThan(4000);
    expect(expectRows(bytes).size).toBe(303);
  });

  test('behind much data', () => {
    const others = { 9000: stream('', new Uint8Array(70_000)), 9001: stream('', 'q Q') };
    const doc = notes(40, (number) => `(${number})`, others);
    expect(expectRows(writeDocument(doc, { objectStreams: true })).size).toBe(43);
  });
});
