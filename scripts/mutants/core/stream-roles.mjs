/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = ['shared/two-roles.test.ts'];

/** Faults of streams with two roles, references that are objects, and exploding chains. */
export const STREAM_ROLES = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/pdf/multi-role-streams.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'what a stream says of itself is no role',
        text: 'if (own !== null && ref !== undefined) this.#add(ref, own);',
        becomes: '',
      },
      { name: 'two roles are one', text: 'roles.size > 1', becomes: 'roles.size > 2' },
      {
        name: 'arrays and dictionaries of streams are not looked into',
        text: 'NESTING_KEYS.has(name) ? 0 : MAX_DEPTH',
        becomes: 'MAX_DEPTH',
      },
      {
        name: 'a profile is known by its key alone',
        text: 'if (items[0] === ICC_BASED && items.length > 1)',
        becomes: 'if (items.length > 99)',
      },
    ],
  },
  {
    file: 'shared/passes/dedupe.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'streams of different roles become one',
        text: 'sameData(other.object, object) && haveSameRoles(other.ref, ref)',
        becomes: 'sameData(other.object, object)',
      },
    ],
  },
  {
    file: 'shared/pdf/read/reference-chains.ts',
    tests: ['shared/pdf/read/reference-chains.test.ts'],
    mutants: [
      { name: 'the trailer keeps its chain', text: 'straighten(trailer);', becomes: '' },
      {
        name: 'objects between stay',
        text: 'for (const ref of ends.keys()) context.delete(ref);',
        becomes: '',
      },
      {
        name: 'arrays keep their chains',
        text: 'if (end != null) dict.set(index, end);',
        becomes: 'if (end === undefined) straighten(item);',
      },
    ],
  },
  {
    file: 'shared/pdf/filter/filters.ts',
    tests: ['shared/pdf/filter/filters.test.ts', 'shared/pdf/filter/growth.test.ts'],
    mutants: [
      { name: 'a chain may explode', text: 'if (expanding === 1)', becomes: 'if (expanding >= 1)' },
      {
        name: 'a stream may grow without limit',
        text: 'if (expanding === 1) return Math.min(maxBytes, growthLimit(stream));',
        becomes: 'if (expanding === 1) return maxBytes;',
      },
      {
        name: 'what was too large is tried again',
        text: 'knownTooLarge.set(stream, limit);',
        becomes: '',
      },
      {
        name: 'what was too large for one caller is for all',
        text: 'limit <= (knownTooLarge.get(stream) ?? -1)',
        becomes: 'knownTooLarge.has(stream)',
      },
    ],
  },
  {
    file: 'shared/codecs/jpx/blocks.ts',
    tests: ['shared/codecs/jpx/decode.test.ts'],
    mutants: [
      { name: 'tiles cost nothing', text: 'tiles * components * TILE_BYTES + ', becomes: '' },
      {
        name: 'precincts cost nothing',
        text: 'parts(precinct, PRECINCT_BYTES) + ',
        becomes: '',
      },
      { name: 'code blocks cost nothing', text: ' + parts(block, BLOCK_BYTES)', becomes: '' },
      {
        name: 'styles of components are not read',
        text: 'if (code === COC) ',
        becomes: 'if (code === EOC) ',
      },
      {
        name: 'styles of tiles are not read',
        text: 'if (code === SOT) {',
        becomes: 'if (code === SOT) break;\n    if (code === SOT) {',
      },
    ],
  },
  {
    file: 'shared/pdf/filter/growth.ts',
    tests: ['shared/pdf/filter/growth.test.ts'],
    mutants: [
      { name: 'the ratio is forgotten', text: 'STREAM_RATIO * storedBytes', becomes: '0' },
      { name: 'small streams have no room', text: 'Math.max(STREAM_FREE_BYTES, ', becomes: 'Math.max(0, ' },
      { name: 'the file adds no room', text: ' + DOCUMENT_RATIO * fileBytes', becomes: '' },
      {
        name: 'a stream counts each time',
        text: 'if (bytes <= counted) return;',
        becomes: '',
      },
      { name: 'growth is not counted', text: 'growth.left -= bytes - counted;', becomes: '' },
      {
        name: 'what was counted counts again whole',
        text: 'growth.left -= bytes - counted;',
        becomes: 'growth.left -= bytes;',
      },
      {
        name: 'a stream that was counted has no room again',
        text: 'growth.left + (growth.counted.get(stream) ?? 0)',
        becomes: 'growth.left',
      },
      {
        name: 'images count',
        text: 'if (pixelBytes(dict) > 0 || isMaxCompressed(contents)) return null;',
        becomes: 'if (isMaxCompressed(contents)) return null;',
      },
      {
        name: 'pixels give no room',
        text: ', Math.min(pixelBytes(dict), ofImage));',
        becomes: ', 0);',
      },
      {
        name: 'what calls itself an image may grow',
        text: 'Math.min(pixelBytes(dict), ofImage)',
        becomes: 'pixelBytes(dict)',
      },
      {
        name: 'no image is sparse',
        text: 'return isLimited && sampleBytes > ratio * contents.length;',
        becomes: 'return false;',
      },
      {
        name: 'sparse images do not count',
        text: 'growth.sparseLeft[kind] -= amount;',
        becomes: '',
      },
      {
        name: 'a sparse image counts each time',
        text: 'growth.sparse.add(stream);',
        becomes: '',
      },
      {
        name: 'images of Pagelight are sparse',
        text: 'growth != null && !isMaxCompressed(contents);',
        becomes: 'growth != null;',
      },
      {
        name: 'what Pagelight deflated is limited',
        text: 'if (isMaxCompressed(contents)) return Number.POSITIVE_INFINITY;',
        becomes: '',
      },
      {
        name: 'all that has a size is an image',
        text: "if (dict.lookup(key('Subtype')) !== key('Image')) return 0;",
        becomes: '',
      },
      {
        name: 'a part that is named twice has room twice',
        text: '[...new Set(parts)].reduce',
        becomes: 'parts.reduce',
      },
      {
        name: 'all content is interpreted',
        text: 'growth?.allowed ?? INTERPRETED_CONTENT_BYTES',
        becomes: 'INTERPRETED_CONTENT_BYTES',
      },
    ],
  },
  {
    file: 'shared/pdf/content/joined.ts',
    tests: ['shared/pdf/filter/growth.test.ts'],
    mutants: [
      { name: 'joined content has no limit', text: 'if (length > most) return null;', becomes: '' },
      {
        name: 'line ends between parts do not count',
        text: 'length += bytes.length + 1;',
        becomes: 'length += bytes.length;',
      },
    ],
  },
  {
    file: 'shared/pdf/filter/predictor.ts',
    tests: ['shared/pdf/filter/predictor.test.ts'],
    mutants: [
      {
        name: 'two columns are one',
        text: 'if (columns === 1) return data;',
        becomes: 'if (columns <= 2) return data;',
      },
    ],
  },
]);
