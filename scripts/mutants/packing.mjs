/** @typedef {import('./table.mjs').MutatedFile} MutatedFile */

/** What strips, cropped pictures and colour profiles could lose. */
export const PACKING = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/passes/strips/stack.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips with a gap between them are one picture',
        text: 'const TOLERANCE = 0.1;',
        becomes: 'const TOLERANCE = 1;',
      },
      {
        name: 'strips whose samples mean something else are one picture',
        text: 'if (lower.meaning !== upper.meaning || lower.image.width !== upper.image.width) return false;',
        becomes: 'if (lower.image.width !== upper.image.width) return false;',
      },
    ],
  },
  {
    file: 'shared/passes/strips/uses.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'a strip that is drawn twice goes',
        text: 'times.get(name) === 1 && this.#once.isDrawn(image)',
        becomes: 'this.#once.isDrawn(image)',
      },
      {
        name: 'a strip goes that another page draws',
        text: 'times.get(name) === 1 && this.#once.isDrawn(image)',
        becomes: 'times.get(name) === 1',
      },
      {
        name: 'a letterhead is stored once more on each page',
        text: 'this.#blank.set(ref, rows !== null && isBlank(image, rows));',
        becomes: 'this.#blank.set(ref, rows !== null);',
      },
      {
        name: 'a strip that was to be kept goes',
        text: 'imageOverrides[image.ref.objectNumber] === undefined',
        becomes: 'imageOverrides !== undefined',
      },
    ],
  },
  {
    file: 'shared/passes/inline-images.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips inside of content stay strips',
        text: 'const worthy = new Set(hosts.flatMap(({ strips }) => [...strips]));',
        becomes: 'const worthy = new Set();',
      },
    ],
  },
  {
    file: 'shared/passes/strips/inline-strips.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips in content that two pages draw become objects for nothing',
        text: 'pages.length === 1',
        becomes: 'pages.length > 0',
      },
      {
        name: 'blank strips between others stay in the content',
        text: '[...host.spots, ...host.smallSpots]',
        becomes: 'host.spots',
      },
    ],
  },
  {
    file: 'shared/passes/strips/with-symbols.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'symbols that stay in the file count as saved',
        text: 'stream instanceof PDFRawStream && once.isNamedBy(ref, known)',
        becomes: 'stream instanceof PDFRawStream',
      },
      {
        name: 'symbols that go with their strips do not count',
        text: '? stream.contents.length : 0',
        becomes: '? 0 : 0',
      },
    ],
  },
  {
    file: 'shared/passes/strips/redrawn.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'paper that many pages draw becomes the print of one',
        text: 'firstDrawn(stack.strips.filter(isOwn))',
        becomes: 'firstDrawn(stack.strips)',
      },
    ],
  },
  {
    file: 'shared/pdf/content/image-runs.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips in other colours are one picture',
        text: 'if (look !== this.#lookOfRun) this.#cut();',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/passes/crop/visible-pixels.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'pictures at an angle are cropped',
        text: 'if (!isStraight(matrix)) return null;',
        becomes: '',
      },
      {
        name: 'rows are counted from below',
        text: 'pixelsBetween(1 - v1, 1 - v2, size.height, unit.height)',
        becomes: 'pixelsBetween(v1, v2, size.height, unit.height)',
      },
    ],
  },
  {
    file: 'shared/pdf/content/visible-images.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'two rectangles clip as the second one',
        text: 'this.#path === null && isStraight(matrix)',
        becomes: 'isStraight(matrix)',
      },
      {
        name: 'a rectangle that is not a clip is one',
        text: "if (this.#clips && this.#path !== null && this.#path !== 'other') {",
        becomes: "if (this.#path !== null && this.#path !== 'other') {",
      },
    ],
  },
  {
    file: 'shared/codecs/dct/cropped.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'what holds the whole picture in small stays',
        text: 'const segments = image.appSegments.filter(saysColors);',
        becomes: 'const segments = image.appSegments;',
      },
    ],
  },
  {
    file: 'shared/pdf/image/icc/compact.ts',
    tests: ['shared/passes/profiles.test.ts'],
    mutants: [
      {
        name: 'curves lose points that show',
        text: 'squaredDistance(color, found(components)) <= most',
        becomes: 'squaredDistance(color, found(components)) <= most * 1e4',
      },
    ],
  },
  {
    file: 'shared/pdf/image/icc/profile.ts',
    tests: ['shared/passes/profiles.test.ts'],
    mutants: [
      {
        name: 'a table of colours goes',
        text: 'if (!isKnown(name)) return null;',
        becomes: 'if (!isKnown(name)) continue;',
      },
    ],
  },
]);
