/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = ['shared/passes/fonts/merging/merge-subsets.test.ts'];

/** Faults that lose characters of a font, or merge two fonts that differ. */
export const FONTS = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/fonts/cmap/to-unicode-map.ts',
    tests: ['shared/fonts/cmap/compact-to-unicode.test.ts'],
    mutants: [
      {
        name: 'lines of comments stay, and with them the whole map',
        text: 'const text = withoutCommentLines(source);',
        becomes: 'const text = source;\n  void withoutCommentLines;',
      },
      {
        name: 'lines inside strings are comments',
        text: 'code.length < lines.length && code.every(closesStrings)',
        becomes: 'code.length < lines.length',
      },
      {
        name: 'a backslash before a parenthesis is not seen',
        text: "!line.includes('\\\\') && ",
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/fonts/type1/dict-entries.ts',
    tests: ['shared/fonts/type1/to-cff.test.ts'],
    mutants: [
      {
        name: 'a notice in each font',
        text: "['FullName', 2],",
        becomes: "['Notice', 1],\n  ['FullName', 2],",
      },
    ],
  },
  {
    file: 'shared/fonts/merging/truetype-merge.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'characters and names need not agree',
        text: 'lookups !== null && this.#lookups.allows(lookups) ? this.#idsFor(subset) : null',
        becomes: 'this.#idsFor(subset)',
      },
      {
        name: 'what all glyphs share need not agree',
        text: 'if (first !== undefined && !isSameFace(first.font, subset.font)) return false;',
        becomes: '',
      },
      {
        name: 'components keep the ids of their own subset',
        text: 'const moved = withComponentIds(data, (component) => ids.get(component)!);',
        becomes: 'const moved = data;',
      },
    ],
  },
  {
    file: 'shared/fonts/merging/glyph-catalogue.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'a glyph is the same with another advance',
        text: '${metrics.advance} ${metrics.leftSideBearing}',
        becomes: '${metrics.leftSideBearing}',
      },
    ],
  },
  {
    file: 'shared/fonts/merging/cff-merge.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'codes of builtin encodings need not agree',
        text: '|| !this.#codes.allows(subset.codes)',
        becomes: '',
      },
      {
        name: 'hinting need not agree',
        text: 'return sameGlyph(one.glyph, other.glyph) && samePart(one.part, other.part);',
        becomes: 'return sameGlyph(one.glyph, other.glyph);',
      },
    ],
  },
  {
    file: 'shared/passes/fonts/merging/glyph-maps.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'CIDs lead where they led',
        text: 'map.after.set(cid, glyphIds.get(glyphOf(cid)) ?? 0);',
        becomes: 'map.after.set(cid, glyphOf(cid));',
      },
    ],
  },
]);
