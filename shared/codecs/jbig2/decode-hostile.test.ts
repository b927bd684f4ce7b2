import { expect, test } from 'vitest';
import { genericRegion } from '../../testing/jbig2/generic-segments.ts';
import { halftoneRegion, patternDictionary } from '../../testing/jbig2/halftone.ts';
import { LETTERS } from '../../testing/jbig2/pages.ts';
import { packedRows, picture } from '../../testing/jbig2/picture.ts';
import { pageInformation, type Segment, segmentBytes } from '../../testing/jbig2/segments.ts';
import { arithmeticSymbols } from '../../testing/jbig2/symbol-dictionary.ts';
import { type Instance, textRegion, USUAL_TABLES } from '../../testing/jbig2/text-region.ts';
import { expectJbig2 } from '../../testing/judges/expect-jbig2.ts';
import { decodeJbig2 } from './decode.ts';

const [WIDTH, HEIGHT] = [120, 60];
const PLACE = { width: WIDTH, height: HEIGHT, x: 0, y: 0, operator: 'OR' } as const;
const read = (...segments: Segment[]) =>
  decodeJbig2(segmentBytes([pageInformation(1, WIDTH, HEIGHT), ...segments]), null, WIDTH * HEIGHT);

const text = (symbols: typeof LETTERS, instances: readonly Instance[]) =>
  textRegion({
    number: 3,
    refersTo: [2],
    place: PLACE,
    symbols,
    instances,
    layout: { corner: 'top-left', transposed: false, refines: false },
    strips: 0,
    offset: 0,
    operator: 'OR',
    black: false,
    coding: 'arithmetic',
    tables: USUAL_TABLES,
  });
const PRINT: readonly Instance[] = [0, 1, 2, 0].map((id, at) => ({ id, x: 4 + at * 20, y: 9 }));
const letters = arithmeticSymbols({ number: 2 }, LETTERS);

/** The segment with another 32-bit number. */
function withNumber(segment: Segment, at: number, value: number): Segment {
  const data = [...segment.data];
  data.splice(at, 4, 0, 0, value >> 8, value & 255);
  return { ...segment, data };
}

const grid = { columns: 8, rows: 6, x: 0, y: 0, stepX: 6 << 8, stepY: 0 };
const patterns = Array.from({ length: 17 }, (_, level) =>
  picture(6, 5, (x, y) => (x * 7 + y * 11) % 17 < level),
);
const arithmetic = { kind: 'arithmetic', template: 0 } as const;
const halftone = (value: number) =>
  halftoneRegion({
    number: 3,
    refersTo: [2],
    place: PLACE,
    patterns,
    coding: arithmetic,
    operator: 'OR',
    black: false,
    grid,
    values: Array(48).fill(value),
  });

test('the segments are read as they are', () => {
  expect(read(letters, text(LETTERS, PRINT)).kind).toBe('page');
  expect(read(patternDictionary({ number: 2 }, patterns, arithmetic), halftone(16)).kind).toBe('page');
});

// Counts of a text region follow region information and flags (7.4.3.1), those of a dictionary flags and pixels.
test.each<[string, readonly Segment[]]>([
  ['a symbol that is not there', [letters, text([...LETTERS, LETTERS[0]!], [{ ...PRINT[0]!, id: 3 }])]],
  ['fewer instances than there are', [letters, withNumber(text(LETTERS, PRINT), 19, 3)]],
  ['more exported symbols than there are', [withNumber(letters, 10, 4), text(LETTERS, PRINT)]],
  ['fewer new symbols than there are', [withNumber(letters, 14, 2), text(LETTERS, PRINT)]],
  ['a segment that is not there', [letters, { ...text(LETTERS, PRINT), refersTo: [2, 7] }]],
  [
    'contexts that no dictionary retained',
    [
      letters,
      { ...arithmeticSymbols({ number: 4 }, LETTERS, 0, { flags: 0x100, imported: 3 }), refersTo: [2] },
    ],
  ],
  ['a pattern that is not there', [patternDictionary({ number: 2 }, patterns, arithmetic), halftone(20)]],
])('%s is damage', (_name, segments) => {
  expect(read(...segments)).toEqual({ kind: 'failed', problem: 'damaged' });
});

test.each([0, 1, 2, 3] as const)('noise between typical rows, template %i', (template) => {
  const noise = picture(
    WIDTH,
    HEIGHT,
    (x, y) => (x * x * 7 + (y >> 2) * 37 + x * (y >> 2)) % 11 < 5 === y % 9 > 0,
  );
  const region = genericRegion(2, noise, PLACE, { template, typicalPrediction: true });
  const data = segmentBytes([pageInformation(1, WIDTH, HEIGHT), region]);
  expectJbig2(data, { width: WIDTH, height: HEIGHT, data: packedRows(noise) });
});

test.each([0, 1, 2, 3] as const)('white rows with black above only, template %i', (template) => {
  const shown = picture(WIDTH, HEIGHT, (x, y) => y % 7 === 3 && x > 70 && x % 16 === 3);
  const region = genericRegion(2, shown, PLACE, { template });
  const data = segmentBytes([pageInformation(1, WIDTH, HEIGHT), region]);
  expectJbig2(data, { width: WIDTH, height: HEIGHT, data: packedRows(shown) });
});
