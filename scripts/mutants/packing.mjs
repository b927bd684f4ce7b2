/** @typedef {import('./table.mjs').MutatedFile} MutatedFile */

/** What strips, cropped pictures and colour profiles could lose. */
export const PACKING = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/passes/strips/mosaic.ts',
    tests: ['shared/passes/strips.test.ts', 'shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'strips with a gap between them are one picture',
        text: 'const TOLERANCE = 0.1;',
        becomes: 'const TOLERANCE = 1;',
      },
      {
        name: 'pictures with a gap between them are one, as stencils are',
        text: "rectangles.length > 1 && parts[0].image.color.kind === 'stencil'",
        becomes: 'rectangles.length > 1',
      },
      {
        name: 'marks far from each other are one stencil',
        text: 'const MIN_COVERED = 0.2;',
        becomes: 'const MIN_COVERED = 0;',
      },
    ],
  },
  {
    file: 'shared/passes/strips/lattice.ts',
    tests: ['shared/passes/strips.test.ts', 'shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'strips whose samples mean something else are one picture',
        text: 'if (strip.meaning !== first.meaning || strip.form !== first.form) return false;',
        becomes: '',
      },
      {
        name: 'pictures that lie over each other are one',
        text: 'if (this.#isCovered(box)) return false;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/passes/strips/rectangles.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'a JPEG that ends inside of a block has another below it',
        text: 'last.height % next.parts[0].unit.height === 0',
        becomes: 'last.height > 0',
      },
      {
        name: 'a JPEG that ends inside of a block has another beside it',
        text: 'last.width % next.parts[0].unit.width === 0',
        becomes: 'last.width > 0',
      },
    ],
  },
  {
    file: 'shared/passes/strips/joined-pixels.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'gaps between stencils are painted',
        text: "if (image.color.kind === 'stencil' && image.decode.kind === 'default') bytes.fill(255);",
        becomes: '',
      },
      {
        name: 'tiles of few colours become one of many',
        text: 'if (losesPalettes(layer, rows, joined)) return null;',
        becomes: '',
      },
      {
        name: 'rows that are missing are taken for black ones',
        text: 'decoded.damaged || decoded.bytes.length < bytes',
        becomes: 'decoded.damaged',
      },
    ],
  },
  {
    file: 'shared/passes/strips/strip-images.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'JPEGs of other tables are one picture',
        text: "meaning: `dct ${look} ${step.params ?? ''}`",
        becomes: 'meaning: `dct`',
      },
      {
        name: 'pictures whose masks are of another size are one',
        text: 'mask === null || mask.width !== image.width || mask.height !== image.height',
        becomes: 'mask === null',
      },
    ],
  },
  {
    file: 'shared/codecs/dct/joined.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'what a JPEG says about itself goes, though it was to stay',
        text: '!(stripMetadata || image.appSegments.every(saysColors))',
        becomes: 'false',
      },
    ],
  },
  {
    file: 'shared/passes/strips/uses.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'a strip that is drawn twice goes',
        text: 'times.get(name) === 1 && this.#isOnlyHere(image)',
        becomes: 'this.#isOnlyHere(image)',
      },
      {
        name: 'a strip goes that another page draws',
        text: 'times.get(name) === 1 && this.#isOnlyHere(image)',
        becomes: 'times.get(name) === 1',
      },
      {
        name: 'a letterhead is stored once more on each page',
        text: 'this.#blank.set(ref, rows !== null && isBlank(image, rows));',
        becomes: 'this.#blank.set(ref, rows !== null);',
      },
      {
        name: 'a strip that was to be kept goes',
        text: 'imageOverrides[strip.image.ref.objectNumber] === undefined',
        becomes: 'imageOverrides !== undefined',
      },
      {
        name: 'a soft mask goes that another picture has too',
        text: '(image.softMask === null || this.#once.isNamed(image.softMask))',
        becomes: 'true',
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
        text: 'firstDrawn(mosaic.strips.filter(isOwn))',
        becomes: 'firstDrawn(mosaic.strips)',
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
