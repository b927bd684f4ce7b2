import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinedBytes } from '../../lists.ts';
import { expectJbig2 } from '../../testing/judges/expect-jbig2.ts';
import { arbitraryBitmap, arbitraryPrint, bitmapOf, isBlack } from '../../testing/pictures/bitmaps.ts';
import type { Bitmap } from '../bitmap.ts';
import { findComponents } from './components.ts';
import { encodeJbig2 } from './encode.ts';
import { frameSymbols } from './frames/symbol-frames.ts';
import { encodeRows, nominalPixels, padRows } from './generic-region.ts';
import { ShapeIndex } from './shape-index.ts';
import { DistinctShapes, shapesOn } from './shapes.ts';
import { groupAlike, type SymbolClass } from './symbol-classes.ts';
import { codeDictionary, codeText, inOrder } from './symbol-coding.ts';
import { pageInformation, symbolDictionary, textRegion } from './write-segments.ts';

const SYMBOL_DICTIONARY = 0;
const TEXT_REGION = 6;
const GENERIC_REGION = 38;

describe('a page drawn from symbols alone', () => {
  test.each<[string, Bitmap]>([
    ['one symbol, once', bitmapOf(9, 9, (x, y) => x + y < 7)],
    ['one symbol, twice', bitmapOf(40, 9, (x, y) => (x % 20) + y < 7)],
    ['far apart on a wide page', bitmapOf(20_000, 9, (x, y) => (x % 9_990) + y < 7)],
    ['far apart on a high page', bitmapOf(9, 20_000, (x, y) => x + (y % 9_990) < 7)],
    ['two columns, so that lines begin further left again', bitmapOf(300, 90, twoColumns)],
    ['at all edges', bitmapOf(50, 50, (x, y) => Math.min(x, y, 49 - x, 49 - y) === 0)],
    ['wider than two words', bitmapOf(500, 40, (x, y) => x % 100 > y && y % 20 < 15)],
    ['500 symbols of different sizes', bitmapOf(1200, 900, staircases)],
  ])('pdf.js and PDFium decode it: %s', (_name, page) => {
    expectJbig2(fromSymbolsAlone(page)!, page);
  });

  test('pdf.js and PDFium decode it: anything', () => {
    const check = (page: Bitmap) => {
      const data = fromSymbolsAlone(page);
      if (data !== null) expectJbig2(data, page);
    };
    fc.assert(fc.property(arbitraryPrint, check), { numRuns: 150 });
    fc.assert(fc.property(arbitraryBitmap, check), { numRuns: 100 });
  });
});

test('PDFium decodes a shape told by a lower one, which may not lie below its first row', () => {
  const page = bitmapOf(19, 9, (x, y) => y === 0 || y === 7 || (y > 4 && y < 7 && (x * y) % 4 < 2));
  const [rule, thick] = shapesOn(0, findComponents(page, { ...ANY, minInk: 1 })!, 1);
  const index = new ShapeIndex(1);
  index.open(rule!).members.push({ component: rule!, offset: { x: 0, y: 0 }, mismatches: 0 });
  expect(index.add(new DistinctShapes().add([thick!]).byCount[0]!, 100)).toBe(true);
  expectJbig2(drawn(page, index.classes), page);
});

test('equal letters are told once, and what does not repeat stays a region', () => {
  const page = lines(0);
  const coded = encodeJbig2(page);
  expectJbig2(coded, page);
  expect(segmentTypes(coded)).toEqual([48, SYMBOL_DICTIONARY, TEXT_REGION, GENERIC_REGION]);
  expect(coded.length).toBeLessThan(genericBytes(page) * 0.5);
});

test('letters that only look alike keep all their own pixels, and are still smaller', () => {
  const page = lines(3);
  const coded = encodeJbig2(page);
  expectJbig2(coded, page);
  expect(segmentTypes(coded)).toContain(TEXT_REGION);
  expect(coded.length).toBeLessThan(genericBytes(page) * 0.9);
});

test('a page of which all repeats has no region', () => {
  const page = lines(0);
  const rule = page.height - 2;
  const letters = bitmapOf(page.width, page.height, (x, y) => y < rule && isBlack(page, x, y));
  expect(segmentTypes(encodeJbig2(letters))).toEqual([48, SYMBOL_DICTIONARY, TEXT_REGION]);
});

test('the same page gives the same bytes', () => {
  expect(encodeJbig2(lines(3))).toEqual(encodeJbig2(lines(3)));
});

function twoColumns(x: number, y: number): boolean {
  const column = y % 30 < 15 ? 0 : 150;
  return x >= column && x < column + 100 && (x % 20) + (y % 15) < 9;
}

/** Steps, each with its own width and height, in cells of 48 x 45. */
function staircases(x: number, y: number): boolean {
  const [column, row] = [Math.floor(x / 48), Math.floor(y / 45)];
  return x % 48 < 5 + column && y % 45 < 5 + row && (((x % 48) >> 1) + (y % 45)) % 7 !== column % 7;
}

/** Twelve lines of forty letters, of eight kinds, over a rule that is wider than the limit for symbols. */
function lines(faultsPerLetter: number): Bitmap {
  const faulty = new Set<number>();
  let noise = 1;
  const next = (below: number) => {
    // The constants of Numerical Recipes' linear congruential generator.
    noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
    return (noise >>> 8) % below;
  };
  for (let fault = 0; fault < 480 * faultsPerLetter; fault++) faulty.add(next(360) * 1200 + next(1200));
  const kinds = Array.from({ length: 480 }, () => next(8));
  return bitmapOf(1200, 372, (x, y) => {
    if (y >= 370) return true;
    if (y >= 360) return false;
    const [column, row, dx, dy] = [Math.floor(x / 30), Math.floor(y / 30), x % 30, y % 30];
    const kind = kinds[row * 40 + column]!;
    const black = isLetter(kind, dx - 4, dy - 4);
    const onEdge = black !== isLetter(kind, dx - 3, dy - 4) || black !== isLetter(kind, dx - 4, dy - 3);
    // Like a scanner's errors, on the edges of letters.
    return onEdge && faulty.has(y * 1200 + x) ? !black : black;
  });
}

/** Connected rings, bars and diagonals in 20 x 20 pixels. */
function isLetter(kind: number, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= 20 || y >= 20) return false;
  const radius = (x - 9.5) ** 2 + (y - 9.5) ** 2;
  const strokes = [
    radius < 90 && radius > 40,
    x < 4,
    y > 15,
    Math.abs(x - y) < 3,
    x > 15,
    y < 4,
    Math.abs(x + y - 19) < 3,
    Math.abs(y - 9.5) < 2,
  ];
  return strokes[kind] || strokes[(kind + 3) % 8] || x < 4;
}

const ANY = { maxSide: 30_000, pixelsPerRun: 1, maxRuns: 1e6, maxCount: 10_000 };

function fromSymbolsAlone(page: Bitmap): Uint8Array | null {
  const components = findComponents(page, { ...ANY, minInk: 1 })!;
  return components.length === 0 ? null : drawn(page, groupAlike(shapesOn(0, components, 1)));
}

function drawn(page: Bitmap, classes: readonly SymbolClass[]): Uint8Array {
  const symbols = inOrder(frameSymbols(classes));
  const dictionary = symbolDictionary(1, codeDictionary(symbols));
  return joinedBytes([pageInformation(page), dictionary, textRegion(2, [1], page, codeText(symbols, page))]);
}

/** Coded as one region, as without symbols. */
function genericBytes(page: Bitmap): number {
  return encodeRows(padRows(page), { from: 0, to: page.height }, 0, nominalPixels(0)).length;
}

function segmentTypes(data: Uint8Array): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const types: number[] = [];
  for (let at = 0; at < data.length; ) {
    types.push(data[at + 4]!);
    const lengthAt = at + 7 + (data[at + 5]! >> 5);
    at = lengthAt + 4 + view.getUint32(lengthAt);
  }
  return types;
}
