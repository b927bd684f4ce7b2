/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const JUDGE = [
  'shared/codecs/moved-pixels/judge.test.ts',
  'shared/codecs/moved-pixels/contours.test.ts',
  'shared/codecs/moved-pixels/page-shapes.test.ts',
];
const CODER = ['shared/codecs/jbig2/near/move-pixels.test.ts', 'shared/codecs/jbig2/encode-near.test.ts'];

/** Rules of near-lossless bilevel pages, removed one at a time in the judge and in the coder. */
export const MOVED_PIXELS = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/codecs/moved-pixels/judge.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'pixels behind the edge may change',
        text: "if (!liesOnEdge(before, x, y)) broken.add('edge');",
        becomes: '',
      },
      {
        name: 'thin strokes and gaps may change',
        text: "if (!isBacked(before, x, y)) broken.add('backing');",
        becomes: '',
      },
      {
        name: 'runs may be of any length',
        text: "if (sizes.longest > MAX_RUN) broken.add('run');",
        becomes: '',
      },
      {
        name: 'runs may be one pixel longer',
        text: 'export const MAX_RUN = 1;',
        becomes: 'export const MAX_RUN = 2;',
      },
      {
        name: 'shapes may be joined, divided, lost and added',
        text: 'new Set<MovedPixelRule>(pairs.broken)',
        becomes: 'new Set<MovedPixelRule>()',
      },
      {
        name: 'contours may get and lose turns',
        text: "if (!contours.keepTurns(x, y)) broken.add('contour');",
        becomes: '',
      },
      {
        name: 'strokes of two pixels may change',
        text: 'const MIN_STROKE = 3;',
        becomes: 'const MIN_STROKE = 2;',
      },
      {
        name: 'gaps of one pixel may change',
        text: 'const MIN_GAP = 2;',
        becomes: 'const MIN_GAP = 1;',
      },
      {
        name: 'shapes may become larger',
        text: "if (!hasSameExtent(shapes.before, was, shapes.after, is)) broken.add('extent');",
        becomes: '',
      },
      {
        name: 'low shapes may change',
        text: "      broken.add('small-shape');",
        becomes: '',
      },
      {
        name: 'shapes of 15 rows may change',
        text: 'export const MIN_SHAPE_HEIGHT = 16;',
        becomes: 'export const MIN_SHAPE_HEIGHT = 15;',
      },
    ],
  },
  {
    file: 'shared/codecs/moved-pixels/contours.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'turns up and down may change',
        text: 'isRotation(was.across, is.across) && isRotation(was.down, is.down)',
        becomes: 'isRotation(was.across, is.across)',
      },
      {
        name: 'turns right and left may change',
        text: 'isRotation(was.across, is.across) && isRotation(was.down, is.down)',
        becomes: 'isRotation(was.down, is.down)',
      },
      {
        name: 'contours end at the corners of black shapes',
        text: 'if (pixelAt(page, x + aheadX + outX, y + aheadY + outY) === 1) {',
        becomes:
          'if (pixelAt(page, x + aheadX + outX, y + aheadY + outY) + pixelAt(page, x + aheadX, y + aheadY) === 2) {',
      },
      {
        name: 'contours must begin alike',
        text: 'for (let at = 0, matched = 0; at < size * 2; at++) {',
        becomes: 'for (let at = 0, matched = 0; at < size; at++) {',
      },
    ],
  },
  {
    file: 'shared/codecs/moved-pixels/correspondence.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'a shape may become two, or two one',
        text: 'if (toAfter[was] !== is || toBefore[is] !== was) isOneToOne = false;',
        becomes: '',
      },
      {
        name: 'shapes may be lost and added',
        text: 'if (to[shape]! < 0) broken.add',
        becomes: 'if (to[shape] < -1) broken.add',
      },
      {
        name: 'paper may be joined and divided',
        text: 'if (!pairRow(before, after, row, WHITE, toAfter, toBefore)) broken.add(NAMES[WHITE]);',
        becomes: 'pairRow(before, after, row, WHITE, toAfter, toBefore);',
      },
    ],
  },
  {
    file: 'shared/codecs/moved-pixels/page-shapes.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'black shapes that touch by corners are two',
        text: 'start[above]! < runEnd + color && start[run]! < aboveEnd + color',
        becomes: 'start[above] < runEnd && start[run] < aboveEnd',
      },
      {
        name: 'paper that touches by corners is one',
        text: 'start[above]! < runEnd + color && start[run]! < aboveEnd + color',
        becomes: 'start[above] < runEnd + 1 && start[run] < aboveEnd + 1',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/near/move-pixels.ts',
    tests: CODER,
    mutants: [
      {
        name: 'neighbors move',
        text: ' || this.#hasBeside(at, (other) => differs.has(other))',
        becomes: '',
      },
      { name: 'lower shapes move', text: 'const MIN_HEIGHT = 16;', becomes: 'const MIN_HEIGHT = 15;' },
      {
        name: 'thin strokes and gaps move',
        text: 'return isBacked(this.#before, at) && ',
        becomes: 'return ',
      },
      {
        name: 'bumps and notches come and go',
        text: 'if (!isCorner(this.#now, at) || ',
        becomes: 'if (',
      },
      {
        name: 'pixels join and divide shapes',
        text: ' || !isSimple(this.#now, at)',
        becomes: '',
      },
      {
        name: 'pixels move on pages that must stay exact',
        text: ' || !this.#mayMove[component.page]',
        becomes: '',
      },
    ],
  },
]);
