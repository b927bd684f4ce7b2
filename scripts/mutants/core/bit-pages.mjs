/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

/** Faults of pages that are coded together, and of JPEG 2000 with a palette. */
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
    file: 'shared/codecs/jbig2/components.ts',
    tests: ['shared/codecs/jbig2/components.test.ts'],
    mutants: [
      {
        name: 'shapes that lie one upon the other are all held',
        text: 'if (area > mostArea) return null;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/shapes.ts',
    tests: ['shared/codecs/jbig2/encode-pages.test.ts'],
    mutants: [
      {
        name: 'a letter has the pixels of a later page',
        text: 'pixels: shape.pixels.slice()',
        becomes: 'pixels: shape.pixels',
      },
    ],
  },
  {
    file: 'shared/codecs/simd/jbig2-kernel.ts',
    tests: ['shared/codecs/jbig2/encode.test.ts'],
    mutants: [
      {
        name: 'black runs are coded in the context of white',
        text: 'const context = contexts + (isRun ? (isBlack ? ALL_BLACK : 0) : symbol & 0xffff);',
        becomes: 'const context = contexts + (isRun ? 0 : symbol & 0xffff);',
      },
      {
        name: 'black runs go on over white above',
        text: 'v128.and(v128.load(row1 + column + 1), v128.load(row2 + column + 1)),',
        becomes: 'v128.load(row2 + column + 1),',
      },
      {
        name: 'white runs go on under black',
        text: 'v128.or(v128.load(row + column), v128.or(v128.load(row1 + column + 1), v128.load(row2 + column + 1))),',
        becomes: 'v128.or(v128.load(row + column), v128.load(row1 + column + 1)),',
      },
      {
        name: 'black runs ignore moved pixels',
        text: 'wordA === fullA &&',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/bilevel/mixed-bytes.ts',
    tests: ['shared/image-jobs/bilevel/mixed-bytes.test.ts'],
    mutants: [
      { name: 'no edge to the left', text: '(at === 0 || byte === rows[at - 1])', becomes: 'true' },
      { name: 'no edge above', text: '(at < stride || byte === rows[at - stride])', becomes: 'true' },
      {
        name: 'only edges',
        text: 'const isPlain = byte === 0 || byte === 0xff;',
        becomes: 'const isPlain = true;',
      },
      { name: 'one byte less', text: 'if (mixed > maxMixedBytes)', becomes: 'if (mixed >= maxMixedBytes)' },
    ],
  },
  {
    file: 'shared/image-jobs/bilevel/bilevel-pages.ts',
    tests: ['shared/passes/images/nearly-blank.test.ts'],
    mutants: [
      {
        name: 'patterns of pages have no limit',
        text: "if (isTooMixed(image, rows)) return kept('too-many-pixels');",
        becomes: '',
      },
      {
        name: 'pages without letters wait for others',
        text: 'if (mayHaveSymbols(bitmap))',
        becomes: 'if (true)',
      },
    ],
  },
  {
    file: 'shared/passes/images/image-jobs.ts',
    tests: ['shared/passes/images/nearly-blank.test.ts'],
    mutants: [
      {
        name: 'blank pages go to threads',
        text: 'threads.areOpen && !isNearlyBlank(image)',
        becomes: 'threads.areOpen',
      },
      {
        name: 'all pages are blank',
        text: 'ratio * stream.contents.length;',
        becomes: 'stream.contents.length;',
      },
      {
        name: 'a page that is no smaller is replaced',
        text: "if (encodedBytes(image) >= stream.contents.length) return kept('not-smaller');",
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/codecs/bitmap.ts',
    tests: ['shared/codecs/bitmap.test.ts', 'shared/codecs/jbig2/encode.test.ts'],
    mutants: [
      {
        name: 'dirty padding is taken for clear',
        text: 'if ((rows[last] & padding) !== 0) return false;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/work/document-threads.ts',
    tests: ['shared/work/document-threads.test.ts'],
    mutants: [
      {
        name: 'the document takes what takes long while threads have none',
        text: 'this.#long < this.parallelism ? undefined',
        becomes: 'false ? undefined',
      },
      {
        name: 'what takes long is left to threads that are at such jobs',
        text: 'this.#long < this.parallelism ? undefined',
        becomes: 'true ? undefined',
      },
    ],
  },
  {
    file: 'shared/passes/images/bit-pages.ts',
    tests: ['shared/passes/images/bit-pages.test.ts'],
    mutants: [
      {
        name: 'groups grow without end',
        text: 'this.#group.length === MAX_PAGES || this.#bytes',
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
      {
        name: 'four components are taken for opacity',
        text: 'header?.opacity === true && header.components === 4',
        becomes: 'header?.components === 4',
      },
      {
        name: 'a palette inside of the data refuses its indexes',
        text: "source, 1, codecs, 'palette')",
        becomes: 'source, 1, codecs)',
      },
    ],
  },
]);
