/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const PAGE = ['shared/image-jobs/ink/ink-page.test.ts'];

/** Faults of pages of one bit made of scans. */
export const INK = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/image-jobs/ink/black-shapes.ts',
    tests: PAGE,
    mutants: [
      {
        name: 'pencil becomes black',
        text: 'const PALE_SHARE = 0.45;',
        becomes: 'const PALE_SHARE = 0.1;',
      },
      {
        name: 'colored print becomes black',
        text: 'if (Math.abs(hue) > MAX_HUE) neutral[shape] = 0;',
        becomes: '',
      },
      {
        name: 'pale letters in a line of black ones stay gray',
        text: 'blackenPaleLetters(lines, mayBeInk, tones, bar * PALE_IN_LINE, ofShape);',
        becomes: '',
      },
      {
        name: 'dust is ink',
        text: 'dropDust(given, bar, ofShape);',
        becomes: '',
        survives: 'shapes that small become ink only as accents; the others stay in no picture either',
      },
    ],
  },
  {
    file: 'shared/image-jobs/ink/loose-marks.ts',
    tests: ['shared/image-jobs/ink/loose-marks.test.ts'],
    mutants: [
      {
        name: 'faint marks are lost',
        text: 'const MARK = { share: 0.18, levels: 32 }',
        becomes: 'const MARK = { share: 0.6, levels: 32 }',
      },
      {
        name: 'show-through is a picture',
        text: 'const MARK = { share: 0.18, levels: 32 }',
        becomes: 'const MARK = { share: 0.02, levels: 6 }',
      },
      {
        name: 'dust is a picture',
        text: 'if (joined.area[joined.ofRun[run]] < least) continue;',
        becomes: '',
      },
      {
        name: 'dust is larger at 600 dpi',
        text: 'MIN_PIXELS * (dpi / DPI_OF_PIXELS) ** 2',
        becomes: 'MIN_PIXELS',
      },
      {
        name: 'the blurred edge of ink is a picture',
        text: 'const HALO = 1 / 75;',
        becomes: 'const HALO = 0;',
      },
      {
        name: 'pencil has no blurred edge',
        text: 'if (ofShape[shapes.ofRun[run]] === BLACK)',
        becomes: 'if (ofShape[shapes.ofRun[run]] >= BLACK || true)',
      },
      {
        name: 'the dark edge of a scan is a picture',
        text: 'y < edge || y >= height - edge ? 1 : 0',
        becomes: '0',
      },
      {
        name: 'the dark left edge of a scan is a picture',
        text: 'covered.fill(1, 0, edge);',
        becomes: '',
      },
      {
        name: 'the dark right edge of a scan is a picture',
        text: 'covered.fill(1, width - edge);',
        becomes: '',
      },
      {
        name: 'a mark has one tile',
        text: 'tiles.fill(1, row + first, row + last + 1);',
        becomes: 'tiles[row + first] = last >= first ? 1 : 0;',
      },
    ],
  },
  {
    file: 'shared/image-jobs/ink/picture-tiles.ts',
    tests: PAGE,
    mutants: [
      {
        name: 'shades are paper',
        text: 'if (mean < -DARKER || mean > LIGHTER) return true;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/ink/ink-page.ts',
    tests: PAGE,
    mutants: [
      {
        name: 'letters that nearly touch are joined',
        text: 'edge: 0.45, hairline: 0.27',
        becomes: 'edge: 0.42, hairline: 0.24',
      },
      {
        name: 'dots of a pencil line are wiped off its picture',
        text: 'inks.ofShape.map((ink) => (ink === BLACK ? BLACK : STAYS))',
        becomes: 'inks.ofShape',
      },
      {
        name: 'small print beside headings stays gray',
        text: 'return mayHelp ? encodedAt(LAYERED, input, codecs) : made;',
        becomes: 'return made;',
      },
      {
        name: 'what was made is not compared with the scan',
        text: 'if (broken !== undefined) return refused(REFUSALS[broken]);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/mrc/page-context.ts',
    tests: ['shared/image-jobs/mrc/page-context.test.ts'],
    mutants: [
      {
        name: 'softer settings refuse a form that the default would use',
        text: 'return made <= (await usual) * MAX_BYTES;',
        becomes: 'return false;',
      },
      {
        name: 'a form replaces a smaller ordinary one',
        text: 'job.usual === undefined || made >= bytes',
        becomes: 'job.usual === undefined',
      },
    ],
  },
  {
    file: 'shared/pdf/content/full-page-image.ts',
    tests: ['shared/pdf/content/full-page-image.test.ts'],
    mutants: [
      {
        name: 'a scan in a transparency group counts as opaque',
        text: " && !form.dict.has(key('Group'))",
        becomes: '',
      },
      {
        name: 'a page of text counts as a scan',
        text: "return this.#textBytes > MAX_TEXT_BYTES ? 'text-over' : null;",
        becomes: 'return null;',
      },
      {
        name: 'a drawing counts as a stamp',
        text: "return this.#drawings > MAX_DRAWINGS ? 'drawing-over' : null;",
        becomes: 'return null;',
      },
      {
        name: 'two layers count as a scan',
        text: "areaOf(this.#state.matrix) > areaOf(this.picture.matrix) * MAX_IMAGE_SHARE ? 'image-over' : null",
        becomes: 'null',
      },
      {
        name: 'inline images below a scan are lost',
        text: "if (this.picture === null) return 'drawn-below';\n    return areaOf",
        becomes: 'if (this.picture === null) return null;\n    return areaOf',
      },
      {
        name: 'paths below a scan are lost',
        text: "if (this.picture === null) return 'drawn-below';\n      this.#drawings",
        becomes: 'this.#drawings',
      },
      {
        name: 'text below a scan is lost',
        text: "if (this.picture === null) return 'drawn-below';\n    this.#textBytes",
        becomes: 'this.#textBytes',
      },
      {
        name: 'a transparent scan counts as opaque',
        text: "if (!this.#state.isOpaque) return 'not-opaque';",
        becomes: '',
      },
      {
        name: 'invisible text counts as text',
        text: 'if (textMode === INVISIBLE && !mayBeType3) return null;',
        becomes: '',
      },
      {
        name: 'Type 3 glyphs count as invisible',
        text: 'if (textMode === INVISIBLE && !mayBeType3) return null;',
        becomes: 'if (textMode === INVISIBLE) return null;',
      },
      {
        name: 'fonts of a graphics state are not seen',
        text: "if (entries.has(key('Font'))) this.#state = { ...this.#state, mayBeType3: true };",
        becomes: '',
      },
      {
        name: 'the state lasts beyond Q',
        text: 'this.#state = this.#saved.pop() ?? this.#state;',
        becomes: 'this.#saved.pop();',
      },
      {
        name: 'matrices are concatenated the other way round',
        text: 'const matrix = concatMatrices([a, b, c, d, e, f], this.#state.matrix);',
        becomes: 'const matrix = concatMatrices(this.#state.matrix, [a, b, c, d, e, f]);',
      },
      {
        name: 'the matrix of a form is ignored',
        text: 'matrix: concatMatrices(matrix, state.matrix) };\n    this.#saved',
        becomes: 'matrix: state.matrix };\n    this.#saved',
      },
      {
        name: 'the state of a form lasts beyond it',
        text: '[this.#resources, this.#state, this.#saved] = [resources, state, saved];',
        becomes: '[this.#resources] = [resources];',
      },
      {
        name: 'forms have the resources of the page',
        text: 'own instanceof PDFDict ? own : (resources as PDFDict)',
        becomes: 'resources as PDFDict',
      },
      {
        name: 'operators that are not known have no effect',
        text: "return WITHOUT_EFFECT.has(operator) && this.#change(reader) ? null : 'none';",
        becomes: "return this.#change(reader) ? null : 'none';",
      },
      {
        name: 'forms may draw themselves without end',
        text: "if (this.#depth >= MAX_DEPTH) return 'none';",
        becomes: '',
      },
      {
        name: 'forms may be as large as they like',
        text: 'this.#formBytes -= data.bytes.length;',
        becomes: '',
      },
      {
        name: 'a soft mask changes nothing',
        text: "return name === 'SMask' && value === key('None');",
        becomes: "return name === 'SMask';",
      },
      {
        name: 'a blend mode changes nothing',
        text: "return value === key('Normal') || value === key('Compatible');",
        becomes: 'return true;',
      },
      {
        name: 'half opacity changes nothing',
        text: 'value.asNumber() === 1;',
        becomes: 'true;',
      },
      {
        name: 'broken content is read up to its end',
        text: "return reader.problem === null ? null : 'none';",
        becomes: 'return null;',
      },
      {
        name: 'many operations are read',
        text: "if (this.#operations > MAX_OPERATIONS) return 'drawing-over';",
        becomes: '',
      },
      {
        name: 'matrices may be no numbers',
        text: 'if (Number.isNaN(a + b + c + d + e + f)) return false;',
        becomes: '',
      },
      {
        name: 'levels are nested without end',
        text: 'return this.#saved.length <= MAX_SAVED;',
        becomes: 'return true;',
      },
    ],
  },
  {
    file: 'shared/pdf/content/times-drawn.ts',
    tests: ['shared/separated-text.test.ts'],
    mutants: [
      {
        name: 'a scan in a form that two pages draw counts as drawn once',
        text: 'ofUnit.set(target, (ofUnit.get(target) ?? 0) + times);',
        becomes: 'ofUnit.set(target, 1);',
      },
    ],
  },
  {
    file: 'shared/image-jobs/ink/ink-job.ts',
    tests: ['shared/ink.test.ts'],
    mutants: [
      {
        name: 'ink wins over smaller separated text',
        text: "other.kind === 'layers' && layerBytes(other.layers) <= bytes",
        becomes: "other.kind === 'layers' && bytes < 0",
      },
    ],
  },
  {
    file: 'shared/estimate/bands.ts',
    tests: ['shared/estimate/bands.test.ts'],
    mutants: [
      {
        name: 'bands of drawings stand for them',
        text: 'if (!isContinuous({ width, height, channels, samples })) return null;',
        becomes: '',
      },
      {
        name: 'bands of small images stand for them',
        text: 'job.width * job.height < MIN_PIXELS || ',
        becomes: '',
      },
      {
        name: 'bands of masks stand for them',
        text: 'if (job.width * job.height < MIN_PIXELS || !isPlainPhoto(job)) return null;',
        becomes: 'if (job.width * job.height < MIN_PIXELS) return null;',
      },
      {
        name: 'bands are the first rows',
        text: 'const first = Math.round(((height - BAND_ROWS) * band) / (count - 1));',
        becomes: 'const first = band * BAND_ROWS;',
      },
      {
        name: 'few bands stand for an image',
        text: 'const MIN_BANDS = 24;',
        becomes: 'const MIN_BANDS = 2;',
      },
      {
        name: 'bands take more than half of an image',
        text: 'if (2 * rows > height) return null;',
        becomes: '',
      },
      {
        name: 'bands count as the whole',
        text: 'const times = height / rows;',
        becomes: 'const times = 1;',
      },
      {
        name: 'samples may end early',
        text: 'if (source.rows.length < stride * height) return null;',
        becomes: '',
      },
      {
        name: 'gray bands are read as colors',
        text: "space.kind === 'rgb' && space.isGray !== true ? 3 : 1",
        becomes: "space.kind === 'rgb' ? 3 : 1",
      },
    ],
  },
]);
