/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const FRAMES = ['shared/codecs/jbig2/frames/symbol-frames.test.ts'];
const SEPARATION = ['shared/image-jobs/mrc/separate.test.ts'];

/** Faults of scans: the white around letters, dots of fine drawings, rows of large images, non-ink. */
export const SCANS = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/codecs/jbig2/frames/symbol-frames.ts',
    tests: [...FRAMES, 'shared/codecs/jbig2/encode.test.ts'],
    mutants: [
      {
        name: 'letters that are larger than their symbol stick out of it',
        text: 'margins.right = Math.max(margins.right, component.width - offset.x - prototype.width);',
        becomes: '',
      },
      {
        name: 'a letter is drawn without the white that its symbol has above',
        text: 'y: component.y + offset.y - top, width, height',
        becomes: 'y: component.y + offset.y, width, height',
      },
      {
        name: 'a letter of other pixels passes for its symbol',
        text: 'isRefined: mismatches > 0,',
        becomes: 'isRefined: mismatches > 1,',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/frames/line-levels.ts',
    tests: FRAMES,
    mutants: [
      {
        name: 'neighbours by chance set the level of a letter',
        text: 'const MIN_PAIRS = 2;',
        becomes: 'const MIN_PAIRS = 1;',
      },
      {
        name: 'letters without a descender end on a row of their own',
        text: 'if (rows > 0 && rows <= MAX_BELOW)',
        becomes: 'if (rows > MAX_BELOW)',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/frames/side-bearings.ts',
    tests: FRAMES,
    mutants: [
      {
        name: 'letters do not begin where the one before ends',
        text: 'margins.left = Math.max(least[id].left, usual.take(id));',
        becomes: 'margins.left = least[id].left + 0 * usual.take(id);',
      },
      {
        name: 'gaps are counted from the column behind a letter',
        text: 'const columns = place.x - before.x - before.width + 1;',
        becomes: 'const columns = place.x - before.x - before.width;',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/frames/usual-differences.ts',
    tests: FRAMES,
    mutants: [
      {
        name: 'two groups are put together the wrong way round',
        text: 'const shift = ofA.get(a)! + difference - ofB.get(b)!;',
        becomes: 'const shift = ofA.get(a)! - difference - ofB.get(b)!;',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/shape-index.ts',
    tests: ['shared/codecs/jbig2/symbol-classes.test.ts'],
    mutants: [
      {
        name: 'the last pages of a group have few symbols',
        text: 'const MORE_COMPARISONS = 1_000_000;',
        becomes: 'const MORE_COMPARISONS = 250_000;',
      },
    ],
  },
  {
    file: 'shared/codecs/joined-runs.ts',
    tests: ['shared/codecs/joined-runs.test.ts'],
    mutants: [
      {
        name: 'rows share the room that a page has for runs',
        text: 'limit - count, fromAt',
        becomes: 'limit, fromAt',
      },
    ],
  },
  {
    file: 'shared/codecs/scans/paper-fill.ts',
    tests: ['shared/codecs/scans/scans.test.ts'],
    mutants: [
      {
        name: 'rows above and below ink keep its blur',
        text: 'runs.rowStart[Math.max(0, y - reach)] === runs.rowStart[Math.min(height, y + reach + 1)]',
        becomes: 'runs.rowStart[y] === runs.rowStart[y + 1]',
      },
    ],
  },
  {
    file: 'shared/codecs/scans/paper-differences.ts',
    tests: ['shared/codecs/scans/scans.test.ts'],
    mutants: [
      {
        name: 'paper above ink counts as other paper',
        text: 'for (; next <= y + reach; next += 1)',
        becomes: 'for (; next <= y; next += 1)',
      },
      {
        name: 'a row of tiles begins with what the one above had',
        text: 'if (y % TILE === 0) tallies.fill(0);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/bilevel/clearly-more.ts',
    tests: ['shared/image-jobs/bilevel/clearly-more.test.ts'],
    mutants: [
      {
        name: 'what may come near is not tried',
        text: 'const CLEARLY_MORE = 2;',
        becomes: 'const CLEARLY_MORE = 0.5;',
      },
      {
        name: 'halftones are not tried, of which better places save most',
        text: 'about * HALFTONE_PIXELS_PER_BYTE > width * height || ',
        becomes: '',
      },
      {
        name: 'what repeats is not tried',
        text: 'return codeSymbols([bitmap], [Math.round(about)]).pages[0] === null;',
        becomes: 'return codeSymbols([bitmap], [Math.round(about)]).pages.length === 1;',
      },
      {
        name: 'too few rows tell',
        text: 'if (height < BAND_ROWS * BANDS_FOR_ONE) return false;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/codecs/coarser-bitmap.ts',
    tests: ['shared/codecs/coarser-bitmap.test.ts'],
    mutants: [
      {
        name: 'lines of one pixel vanish',
        text: 'if (squares.isAmongPure(at)) turned[at] = 1;',
        becomes: 'if (squares.isAmongPure(at)) turned[at] = 0;',
      },
      {
        name: 'grain of one colour vanishes',
        text: 'if (!squares.around(at).some((other) => turned[other] === 1)) turned[at] = 1;',
        becomes: 'if (squares.around(at).length === 0) turned[at] = 1;',
      },
      {
        name: 'half of a square is not enough',
        text: 'black * 2 >= area',
        becomes: 'black * 2 > area',
      },
      {
        name: 'squares cut by the edge count as whole ones',
        text: 'Math.min(factor, length - at * factor)',
        becomes: 'Math.max(factor, length - at * factor)',
      },
    ],
  },
  {
    file: 'shared/codecs/jpeg/read/row-reader.ts',
    tests: ['shared/codecs/jpeg/samples/decode.test.ts', 'shared/codecs/jpeg/read/read-damaged.test.ts'],
    mutants: [
      {
        name: 'damage in the last scan is not seen',
        text: 'this.#scans.every((scan) => this.#isDone(scan))',
        becomes: 'this.#scans.length > 0',
      },
      {
        name: 'damage in a row is forgotten by the next one',
        text: 'this.#isDamaged = kernel.readRows(this.#rowsRead, this.#rowsRead + 1) === 0;',
        becomes: 'kernel.readRows(this.#rowsRead, this.#rowsRead + 1);',
        survives:
          'whatever damaged row was tried, its scan was not used up at the end either, which is asked of each',
      },
      {
        name: 'scans begin each row where another one stood',
        text: 'kernel.leaveScan(scan);',
        becomes: '',
      },
      {
        name: 'only the first scan is read',
        text: 'for (const scan of this.#scans) this.#readRowOf(scan);',
        becomes: 'this.#readRowOf(this.#scans[0]);',
      },
      {
        name: 'scans without number are kept',
        text: 'if (scans.length === MAX_SCANS) return null;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/mrc/foreground/enclosed.ts',
    tests: SEPARATION,
    mutants: [
      {
        name: 'the inside of light letters is lifted off their field',
        text: 'if (sides.filter((isMet) => isMet).length >= MIN_SIDES) ofShape[shape] = STAYS;',
        becomes: 'if (sides.length < MIN_SIDES) ofShape[shape] = STAYS;',
      },
    ],
  },
  {
    file: 'shared/image-jobs/mrc/foreground/beside-light.ts',
    tests: SEPARATION,
    mutants: [
      {
        name: 'shadows of icons are print',
        text: 'light > (end - first) * (below - upper) * MAX_AROUND ? 1 : 0',
        becomes: 'light > (end - first) * (below - upper) ? 1 : 0',
      },
    ],
  },
  {
    file: 'shared/image-jobs/mrc/foreground/other-hues.ts',
    tests: ['shared/image-jobs/mrc/foreground/other-hues.test.ts', ...SEPARATION],
    mutants: [
      {
        name: 'the ring of a stamp becomes ink',
        text: 'const MAX_OTHER = 0.1;',
        becomes: 'const MAX_OTHER = 1;',
      },
      {
        name: 'a few coloured pixels at its edge keep a letter on the paper',
        text: 'const MAX_OTHER = 0.1;',
        becomes: 'const MAX_OTHER = 0.05;',
      },
    ],
  },
  {
    file: 'shared/image-jobs/mrc/foreground/plain-ink.ts',
    tests: SEPARATION,
    mutants: [
      {
        name: 'nobody asks for other hues',
        text: 'keepOtherHues(inks, page, bare, runs, shapes);',
        becomes: '',
      },
    ],
  },
]);
