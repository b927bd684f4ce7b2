/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = ['shared/around-damage.test.ts'];

/** Faults of smaller streams in files that must not be rewritten. */
export const AROUND_DAMAGE = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/pdf/splice/splice-file.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'streams that an offset points into are replaced',
        text: '!hit.has(index) && ',
        becomes: '',
      },
      {
        name: 'offsets in text get fewer digits',
        text: ".padStart(end - start, '0')",
        becomes: '',
      },
      {
        name: 'an unreadable cross-reference stream is ignored',
        text: 'if (xref === null) return null;',
        becomes: 'if (xref === null) continue;',
      },
    ],
  },
  {
    file: 'shared/pdf/splice/position-map.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'positions behind a range stay',
        text: 'return position + shift;',
        becomes: 'return position;',
      },
    ],
  },
  {
    file: 'shared/pdf/splice/text-offsets.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'references of outline items are offsets',
        text: '|\\s+\\d+\\s+R)/g',
        becomes: ')/g',
      },
      { name: 'rows of tables are not moved', text: 'return [...found, ...rows];', becomes: 'return found;' },
    ],
  },
  {
    file: 'shared/pdf/splice/xref-stream.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'rows of streams are not moved',
        text: 'let rest = at(offset);',
        becomes: 'let rest = offset;',
      },
    ],
  },
  {
    file: 'shared/pdf/splice/stream-splices.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'data that looks like objects is replaced',
        text: 'if (startOfObjectHeader(data, at) >= 0) return true;',
        becomes: 'if (startOfObjectHeader(data, at) >= 0) return false;',
      },
      {
        name: 'a linearized file gets another length',
        text: 'linearized.fileBytes <= input.length',
        becomes: 'linearized.fileBytes > input.length',
      },
      {
        name: 'offsets from a late header are moved',
        text: 'readHeader(head)?.offset === 0',
        becomes: 'readHeader(head) !== null',
      },
    ],
  },
]);
