import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cffFont } from '../../testing/fonts/cff-fonts.ts';
import { CharStringReader } from './charstring-read.ts';
import { writeCharString } from './charstring-write.ts';
import { dictEntry, PRIVATE } from './dict.ts';
import { type Glyph, GlyphBuilder, sameGlyph, sortedStems } from './glyph.ts';
import { readCff } from './read.ts';

const WIDTHS = [dictEntry(PRIVATE.defaultWidthX, [500]), dictEntry(PRIVATE.nominalWidthX, [600])];

function glyphOf(
  charString: string,
  subrs: readonly string[] = [],
  globalSubrs: readonly string[] = [],
): Glyph {
  const bytes = cffFont({ glyphs: ['endchar', charString], private: WIDTHS, subrs, globalSubrs });
  return new CharStringReader(readCff(bytes)).glyph(1);
}

/** Steps in one line: `m 1 2`, `c 1 2 3 4 5 6`, `h[1 2] v[]`. */
function drawn(charString: string, ...subrs: readonly (readonly string[])[]): string[] {
  return glyphOf(charString, ...subrs).steps.map((step) => {
    if (step.kind === 'stems')
      return `h[${step.stems.horizontal.join(' ')}] v[${step.stems.vertical.join(' ')}]`;
    return [step.kind[0], ...step.by, ...(step.kind === 'flex' ? [`@${step.depth}`] : [])].join(' ');
  });
}

describe('Type 2 charstrings draw what #5177 says', () => {
  test.each([
    ['1 2 rlineto 3 4 5 6 rlineto', ['l 1 2', 'l 3 4', 'l 5 6']],
    ['1 2 3 hlineto', ['l 1 0', 'l 0 2', 'l 3 0']],
    ['1 2 3 vlineto', ['l 0 1', 'l 2 0', 'l 0 3']],
    ['1 2 3 4 5 6 rrcurveto', ['c 1 2 3 4 5 6']],
    ['1 2 3 4 5 6 7 8 rcurveline', ['c 1 2 3 4 5 6', 'l 7 8']],
    ['7 8 1 2 3 4 5 6 rlinecurve', ['l 7 8', 'c 1 2 3 4 5 6']],
    ['9 1 2 3 4 hhcurveto', ['c 1 9 2 3 4 0']],
    ['1 2 3 4 5 6 7 8 hhcurveto', ['c 1 0 2 3 4 0', 'c 5 0 6 7 8 0']],
    ['9 1 2 3 4 vvcurveto', ['c 9 1 2 3 0 4']],
    ['1 2 3 4 hvcurveto', ['c 1 0 2 3 0 4']],
    ['1 2 3 4 5 6 7 8 9 hvcurveto', ['c 1 0 2 3 0 4', 'c 0 5 6 7 8 9']],
    ['1 2 3 4 5 vhcurveto', ['c 0 1 2 3 4 5']],
    ['1 2 3 4 5 6 7 8 vhcurveto', ['c 0 1 2 3 4 0', 'c 5 0 6 7 0 8']],
    ['1 2 3 4 5 6 7 8 9 10 11 12 40 flex', ['f 1 2 3 4 5 6 7 8 9 10 11 12 @40']],
    ['1 2 3 4 5 6 7 hflex', ['f 1 0 2 3 4 0 5 0 6 -3 7 0 @50']],
    ['1 2 3 4 5 6 7 8 9 hflex1', ['f 1 2 3 4 5 0 6 0 7 8 9 -14 @50']],
    ['10 1 10 1 10 1 10 1 10 1 9 flex1', ['f 10 1 10 1 10 1 10 1 10 1 9 -5 @50']],
    ['1 10 1 10 1 10 1 10 1 10 9 flex1', ['f 1 10 1 10 1 10 1 10 1 10 -5 9 @50']],
    ['0.5 -1.25 rlineto', ['l 0.5 -1.25']],
    ['1131 -1131 rlineto -32768 32767 rlineto', ['l 1131 -1131', 'l -32768 32767']],
  ])('%s', (path, steps) => {
    expect(drawn(`5 6 rmoveto ${path} endchar`)).toEqual(['m 5 6', ...steps]);
  });

  test('the width is the default, or counts from the nominal one', () => {
    expect(glyphOf('5 hmoveto endchar').width).toBe(500);
    expect(glyphOf('-20 5 hmoveto endchar').width).toBe(580);
    expect(glyphOf('7 1 2 hstem 5 hmoveto endchar').width).toBe(607);
    expect(glyphOf('7 endchar').width).toBe(607);
    expect(glyphOf('endchar').width).toBe(500);
  });

  test('subroutines are called by their biased numbers', () => {
    expect(
      drawn('-107 callsubr endchar', ['1 2 rmoveto -107 callgsubr return'], ['3 4 rlineto return']),
    ).toEqual(['m 1 2', 'l 3 4']);
    // `endchar` ends the glyph at any place, also in a subroutine.
    expect(drawn('-107 callsubr 9 9 rmoveto', ['1 2 rmoveto endchar'])).toEqual(['m 1 2']);
  });

  test('without a mask all stems are in force, with one those it names', () => {
    expect(drawn('10 20 30 40 hstem 5 6 vstem 1 hmoveto 2 hlineto endchar')).toEqual([
      'h[10 20 60 40] v[5 6]',
      'm 1 0',
      'l 2 0',
    ]);
    const replaced =
      '10 20 30 40 hstemhm 5 6 hintmask #101 1 hmoveto hintmask #010 2 hlineto hintmask #010 endchar';
    expect(drawn(replaced)).toEqual(['h[10 20] v[5 6]', 'm 1 0', 'h[60 40] v[]', 'l 2 0']);
  });

  test('counter masks name groups of stems', () => {
    const { counters } = glyphOf('10 20 30 40 hstemhm 5 6 cntrmask #110 hintmask #111 1 hmoveto endchar');
    expect(counters).toEqual([{ horizontal: [10, 20, 60, 40], vertical: [] }]);
  });

  test('an accented character names its parts', () => {
    expect(glyphOf('10 -20 65 193 endchar').accent).toEqual({ dx: 10, dy: -20, base: 65, accent: 193 });
  });

  test.each([
    ['1 2 3 rlineto', 'odd-charstring'],
    ['1 hlineto -107 callsubr', 'odd-charstring'],
    ['4 sqrt hlineto', 'odd-charstring'],
    ['1 2 hstem', 'odd-charstring'],
  ])('%s is refused', (path, reason) => {
    expect(() => glyphOf(`5 6 rmoveto ${path} endchar`)).toThrow(new RegExp(`^${reason}`));
  });

  test('subroutines that call themselves, or each other without end, are refused', () => {
    expect(() => glyphOf('-107 callsubr', ['-107 callsubr'])).toThrow(/^too-complex/);
    const doubling = Array.from({ length: 9 }, (_, i) => `${`${i - 106} callsubr `.repeat(100)} return`);
    expect(() => glyphOf('-107 callsubr', [...doubling, 'return'])).toThrow(/^too-complex/);
  });
});

/** Any number with 16 integer and 16 fraction bits. */
const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 0, 1, -3, 50, 200, -700) },
  fc.integer({ min: -20_000, max: 20_000 }),
  fc.integer({ min: -900_000, max: 900_000 }).map((sixteenths) => sixteenths / 65536),
);
const coordinates = (count: number) => fc.array(coordinate, { minLength: count, maxLength: count });
const stems = fc
  .array(fc.tuple(fc.constantFrom(-20, 0, 30, 55, 400), fc.constantFrom(-20, -21, 20, 33.5)), {
    maxLength: 4,
  })
  .map(sortedStems);
const stemSet = fc.record({ horizontal: stems, vertical: stems });
const step = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), by: coordinates(2) }),
  fc.record({ kind: fc.constant('curve' as const), by: coordinates(6) }),
  fc.record({
    kind: fc.constant('flex' as const),
    by: coordinates(12),
    depth: fc.constantFrom(50, 50, 0, 75),
  }),
  fc.record({ kind: fc.constant('move' as const), by: coordinates(2) }),
  fc.record({ kind: fc.constant('stems' as const), stems: stemSet }),
);
const anyGlyph = fc
  .record({
    width: fc.constantFrom(500, 600, 250, 333.25, -4),
    steps: fc.array(step, { maxLength: 40 }),
    counters: fc.array(stemSet, { maxLength: 2 }),
    accent: fc.option(fc.constant({ dx: 20, dy: -3.5, base: 65, accent: 193 })),
  })
  .map(({ width, steps, counters, accent }) => {
    const builder = new GlyphBuilder();
    for (const counter of counters) builder.counter(counter);
    let hasMoved = false;
    for (const made of steps) {
      if (made.kind === 'stems') builder.stems(made.stems);
      else if (made.kind === 'move' || !hasMoved) builder.move(made.by[0]!, made.by[1]!);
      else if (made.kind === 'line') builder.line(made.by[0]!, made.by[1]!);
      else if (made.kind === 'flex') builder.flex(made.by, made.depth);
      else {
        const [a, b, c, d, e, f] = made.by;
        builder.curve(a!, b!, c!, d!, e!, f!);
      }
      hasMoved ||= made.kind !== 'stems';
    }
    return builder.finish(width, accent);
  });

describe('written charstrings', () => {
  test('read back as the same glyph', () => {
    fc.assert(
      fc.property(anyGlyph, (glyph) => {
        const written = writeCharString(glyph, { defaultWidth: 500, nominalWidth: 600 });
        const font = readCff(cffFont({ glyphs: ['endchar', 'endchar'], private: WIDTHS }));
        const read = new CharStringReader({ ...font, charStrings: [written] }).glyph(0);
        // Compared as in the proof; shown in full if different.
        if (!sameGlyph(read, glyph)) expect(read).toEqual(glyph);
      }),
      { numRuns: 400 },
    );
  });

  test('have masks only where not all stems are in force from the first point to the last', () => {
    const sets = [
      { horizontal: [0, 20, 50, 30], vertical: [5, 6] },
      { horizontal: [0, 20], vertical: [] },
    ];
    const written = (stemSets: typeof sets) => {
      const builder = new GlyphBuilder();
      for (const [index, set] of stemSets.entries()) {
        builder.stems(set);
        if (index === 0) builder.move(0, 100);
        else builder.line(0, 100);
      }
      return writeCharString(builder.finish(500), { defaultWidth: 500, nominalWidth: 0 });
    };
    const HINTMASK = 19;
    expect([...written(sets.slice(0, 1))]).not.toContain(HINTMASK);
    expect([...written(sets)].filter((byte) => byte === HINTMASK)).toHaveLength(2);
  });

  test('join steps as long as the stack holds them', () => {
    const builder = new GlyphBuilder();
    builder.move(0, 10);
    for (let i = 0; i < 60; i++) builder.line(i % 2 === 0 ? 3 : 0, i % 2 === 0 ? 0 : 4);
    const written = writeCharString(builder.finish(500), { defaultWidth: 500, nominalWidth: 0 });
    // A move, 48 and 12 lengths with an operator each, and the end.
    expect(written.length).toBe(2 + 49 + 13 + 1);
  });
});
