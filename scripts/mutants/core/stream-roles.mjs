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
    tests: ['shared/pdf/filter/filters.test.ts'],
    mutants: [
      { name: 'a chain may explode', text: 'return expanding < 2 ?', becomes: 'return expanding < 99 ?' },
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
]);
