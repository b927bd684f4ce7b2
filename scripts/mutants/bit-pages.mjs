/** @typedef {import('./table.mjs').MutatedFile} MutatedFile */

/** What pages that are coded together could lose, or JPEG 2000 with a palette. */
export const BIT_PAGES = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/codecs/jbig2/encode.ts',
    tests: ['shared/codecs/jbig2/encode-pages.test.ts'],
    mutants: [
      {
        name: 'a page draws the letters of another one',
        text: 'const { page } = instance.component;',
        becomes: 'const page = 0;',
      },
      {
        name: 'a page refers to globals that it does not need',
        text: 'const needsGlobals = drawn.size > 0;',
        becomes: 'const needsGlobals = drawn.size >= 0;',
      },
    ],
  },
  {
    file: 'shared/passes/images/bit-pages.ts',
    tests: ['shared/passes/images/bit-pages.test.ts'],
    mutants: [
      {
        name: 'groups grow without end',
        text: 'this.#group.length === MOST_PAGES || this.#bytes',
        becomes: 'this.#bytes',
      },
      {
        name: 'pages that are smaller as they were are written anew',
        text: 'savings[index] > 0 && (isWorth',
        becomes: '(isWorth',
      },
    ],
  },
  {
    file: 'shared/image-jobs/jpx-job.ts',
    tests: ['shared/passes/images/jpx-spaces.test.ts'],
    mutants: [
      {
        name: 'indexes that decoders round are believed',
        text: "if (header?.reversible === false) return kept('unsupported-color-space');",
        becomes: '',
      },
      {
        name: 'indexes beyond the palette are drawn',
        text: "if (hasIndexBeyond(raster.samples, space)) return kept('damaged-data');",
        becomes: '',
      },
    ],
  },
]);
