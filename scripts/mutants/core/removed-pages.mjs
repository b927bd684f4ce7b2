/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = ['shared/removed-pages.test.ts'];

/** Faults that keep parts of a removed page, or remove parts of another one. */
export const REMOVED_PAGES = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/pdf/inventory/removed-pages.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'pages of a repaired file count as removed',
        text: 'if (catalog === null || doc.repairs.length > 0) return [];',
        becomes: 'if (catalog === null) return [];',
      },
      {
        name: 'pages that may be lost count as removed',
        text: 'count.asNumber() > pages.size',
        becomes: 'count.asNumber() > 99',
      },
      { name: 'templates count as removed', text: ', ...templates(catalog)]', becomes: ']' },
      {
        name: 'nodes above templates are emptied',
        text: 'addWithParents(item, catalog.context, found)',
        becomes: 'found.add(item)',
      },
    ],
  },
  {
    file: 'shared/passes/removed-pages/empty-removed-pages.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'annotations keep what they say',
        text: 'dict.delete(name);\n      changes',
        becomes: 'changes',
      },
      {
        name: 'a field loses its value',
        text: "'Type Subtype Rect F P Parent FT T V DV",
        becomes: "'Type Subtype Rect F P Parent FT T DV",
      },
      {
        name: 'elements leave holes among kids',
        text: 'if (removed.has(kid)) kids.remove(index);',
        becomes: '',
      },
      {
        name: 'the parent tree keeps elements',
        text: 'if (removed.has(item)) dict.set(index, PDFNull);',
        becomes: 'if (removed.has(item)) continue;',
      },
      {
        name: 'nobody hears of it',
        text: "warn('removed-pages')",
        becomes: 'tally.report()',
      },
    ],
  },
  {
    file: 'shared/passes/removed-pages/removed-elements.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'an element above pages that are there goes',
        text: 'node.parent.hasOther ||= node.hasOther;',
        becomes: '',
      },
      {
        name: 'elements that say their page alone are not seen',
        text: 'if (kid instanceof PDFNumber) return own;',
        becomes: 'if (kid instanceof PDFNumber) return undefined;',
      },
    ],
  },
]);
