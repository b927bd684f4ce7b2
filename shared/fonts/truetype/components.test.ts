import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { componentsOf, isComposite, withComponentIds, withComponents } from './components.ts';
import type { GlyphLocations } from './truetype.ts';

const word = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const f2dot14 = (value: number) => word(Math.round(value * 0x4000));
const HEAD = [...word(-1), ...[0, 0, 100, 100].flatMap(word)];

// ISO/IEC 14496-22, 5.3.3.1.2.
const ARG_1_AND_2_ARE_WORDS = 0x0001;
const ARGS_ARE_XY_VALUES = 0x0002;
const WE_HAVE_A_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const WE_HAVE_AN_X_AND_Y_SCALE = 0x0040;
const WE_HAVE_A_TWO_BY_TWO = 0x0080;
const WE_HAVE_INSTRUCTIONS = 0x0100;

/** A composite glyph of these components, each as flags, glyph and the bytes behind. */
function composite(
  ...parts: readonly (readonly [flags: number, glyph: number, rest: readonly number[]])[]
): Uint8Array {
  return Uint8Array.from([
    ...HEAD,
    ...parts.flatMap(([flags, glyph, rest], index) => [
      ...word(flags | (index + 1 < parts.length ? MORE_COMPONENTS : 0)),
      ...word(glyph),
      ...rest,
    ]),
  ]);
}

const only = (flags: number, rest: readonly number[]) => componentsOf(composite([flags, 7, rest]))?.[0];

describe('a component', () => {
  test.each([
    [
      'two words with signs',
      ARG_1_AND_2_ARE_WORDS | ARGS_ARE_XY_VALUES,
      [...word(300), ...word(-2)],
      [300, -2],
    ],
    ['two bytes with signs', ARGS_ARE_XY_VALUES, [127, 0x80], [127, -128]],
    ['two words for points', ARG_1_AND_2_ARE_WORDS, [...word(300), ...word(0xfffe)], [300, 0xfffe]],
    ['two bytes for points', 0, [127, 0x80], [127, 128]],
  ])('has as arguments %s', (_, flags, rest, expected) => {
    expect(only(flags, rest)).toEqual({
      glyph: 7,
      glyphAt: 12,
      flags,
      arguments: expected,
      scale: [1, 0, 0, 1],
    });
  });

  test.each([
    ['one scale', WE_HAVE_A_SCALE, [0.5], [0.5, 0, 0, 0.5]],
    ['two scales', WE_HAVE_AN_X_AND_Y_SCALE, [-2, 1.75], [-2, 0, 0, 1.75]],
    ['a matrix', WE_HAVE_A_TWO_BY_TWO, [0.5, 0.25, -0.25, 1], [0.5, 0.25, -0.25, 1]],
  ])('has %s', (_, flags, scale, expected) => {
    for (const [width, rest] of [
      [0, [1, 2]],
      [ARG_1_AND_2_ARE_WORDS, [...word(1), ...word(2)]],
    ] as const)
      expect(only(flags | width, [...rest, ...scale.flatMap(f2dot14)])).toMatchObject({
        arguments: [1, 2],
        scale: expected,
      });
  });

  test('follows another of any length, and knows its place', () => {
    const glyph = composite(
      [ARGS_ARE_XY_VALUES, 3, [1, 2]],
      [
        ARG_1_AND_2_ARE_WORDS | WE_HAVE_A_TWO_BY_TWO,
        4,
        [...word(1), ...word(2), ...[1, 0, 0, 1].flatMap(f2dot14)],
      ],
      [WE_HAVE_A_SCALE, 5, [1, 2, ...f2dot14(1)]],
      [WE_HAVE_INSTRUCTIONS, 6, [1, 2, 0, 1, 99]],
    );
    const components = componentsOf(glyph)!;
    expect(components.map(({ glyph: id }) => id)).toEqual([3, 4, 5, 6]);
    for (const { glyphAt, glyph: id } of components)
      expect([...glyph.subarray(glyphAt, glyphAt + 2)]).toEqual(word(id));
  });

  test('that is cut off makes the glyph unreadable', () => {
    const glyph = composite(
      [ARG_1_AND_2_ARE_WORDS, 3, [...word(1), ...word(2)]],
      [WE_HAVE_A_TWO_BY_TWO, 4, [1, 2, ...[1, 0, 0, 1].flatMap(f2dot14)]],
    );
    expect(componentsOf(glyph)).toHaveLength(2);
    for (let length = 10; length < glyph.length; length += 1)
      expect(componentsOf(glyph.subarray(0, length)), `${length} bytes`).toBeNull();
    expect(componentsOf(composite([MORE_COMPONENTS, 3, [1, 2]]))).toBeNull();
  });

  test('is one of a thousand at most', () => {
    const parts = (count: number) => Array.from({ length: count }, () => [0, 3, [1, 2]] as const);
    expect(componentsOf(composite(...parts(1024)))).toHaveLength(1024);
    expect(componentsOf(composite(...parts(1025)))).toBeNull();
  });
});

test('a glyph is composite by a negative number of contours', () => {
  expect(isComposite(composite([0, 3, [1, 2]]))).toBe(true);
  expect(isComposite(Uint8Array.from(HEAD))).toBe(true);
  expect(isComposite(Uint8Array.from(HEAD.slice(0, 9)))).toBe(false);
  expect(isComposite(Uint8Array.from([...word(0), ...HEAD.slice(2)]))).toBe(false);
  expect(isComposite(new Uint8Array(0))).toBe(false);
});

describe('other ids', () => {
  const glyph = composite([0, 3, [1, 2]], [0, 400, [3, 4]]);

  test('are written into a copy, and nothing else', () => {
    const before = glyph.slice();
    const renamed = withComponentIds(glyph, (id) => id + 1000);
    expect(renamed).toEqual(composite([0, 1003, [1, 2]], [0, 1400, [3, 4]]));
    expect(glyph).toEqual(before);
  });

  test('that are the same leave the glyph itself', () => {
    expect(withComponentIds(glyph, (id) => id)).toBe(glyph);
    const simple = Uint8Array.from([...word(1), ...HEAD.slice(2)]);
    expect(withComponentIds(simple, () => 9)).toBe(simple);
    expect(withComponentIds(glyph, (id) => (id === 400 ? 5 : id))).toEqual(
      composite([0, 3, [1, 2]], [0, 5, [3, 4]]),
    );
  });
});

describe('glyphs with all their components', () => {
  /** Glyphs by their components; none is a simple glyph. */
  function closureOf(glyphs: readonly (readonly number[])[], wanted: readonly number[]) {
    const data = glyphs.map((parts) =>
      parts.length === 0
        ? Uint8Array.from([...word(1), ...HEAD.slice(2)])
        : composite(...parts.map((glyph) => [0, glyph, [1, 2]] as const)),
    );
    const locations = { glyph: (id: number) => data[id] ?? null } as unknown as GlyphLocations;
    const closure = withComponents(locations, wanted);
    return typeof closure === 'string' ? closure : [...closure];
  }

  test('are all that can be reached, ascending', () => {
    const links = fc.array(fc.array(fc.nat(19), { maxLength: 3 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(links, fc.array(fc.nat(19), { maxLength: 4 }), (all, wanted) => {
        // Components have smaller ids, so that there are no loops.
        const glyphs = all.map((parts, id) => parts.filter((part) => part < id));
        const reached = new Set<number>();
        const visit = (id: number): void => {
          reached.add(id);
          for (const part of glyphs[id]!) visit(part);
        };
        for (const id of wanted) visit(id);
        const depthOf = (id: number): number => Math.max(0, ...glyphs[id]!.map((part) => depthOf(part) + 1));
        fc.pre(Math.max(0, ...wanted.map(depthOf)) < 12);
        expect(closureOf(glyphs, wanted)).toEqual([...reached].sort((a, b) => a - b));
      }),
    );
  });

  test.each<[string, readonly (readonly number[])[], string]>([
    ['a glyph that holds itself', [[], [1]], 'composite-loop'],
    ['glyphs that hold each other', [[], [2], [3], [1]], 'composite-loop'],
    ['a component that is not there', [[], [9]], 'damaged-font'],
    ['a component deep below that is not there', [[], [2], [0, 9]], 'damaged-font'],
  ])('are unknown for %s', (_, glyphs, problem) => {
    expect(closureOf(glyphs, [0, 1])).toBe(problem);
  });

  test('are unknown for one that is not there, or cut off', () => {
    expect(closureOf([[]], [0, 5])).toBe('damaged-font');
    const locations = { glyph: () => composite([0, 3, []]) } as unknown as GlyphLocations;
    expect(withComponents(locations, [0])).toBe('damaged-font');
  });

  test('may be used by several, and lie in each other sixteen times', () => {
    expect(closureOf([[], [0], [1, 0], [2, 1, 0, 0]], [3])).toEqual([0, 1, 2, 3]);
    const chain = (length: number) => Array.from({ length }, (_, id) => (id === 0 ? [] : [id - 1]));
    expect(closureOf(chain(17), [15])).toHaveLength(16);
    expect(closureOf(chain(17), [16])).toBe('composite-loop');
    expect(closureOf(chain(30), [29])).toBe('composite-loop');
  });
});
