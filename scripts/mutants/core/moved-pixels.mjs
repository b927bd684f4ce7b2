/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const JUDGE = ['shared/codecs/moved-pixels/judge.test.ts', 'shared/codecs/moved-pixels/page-shapes.test.ts'];
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
        name: 'strokes and gaps one pixel wide may change',
        text: "if (!isBacked(before, x, y)) broken.add('backing');",
        becomes: '',
      },
      {
        name: 'squares may change',
        text: "if (isBlock(changes, x, y)) broken.add('block');",
        becomes: '',
      },
      {
        name: 'crowds may change',
        text: "if (blackAround(changes, x, y) > MAX_CROWD) broken.add('crowd');",
        becomes: '',
      },
      {
        name: 'crowds may be one pixel larger',
        text: 'const MAX_CROWD = 3;',
        becomes: 'const MAX_CROWD = 4;',
      },
      {
        name: 'runs may be of any length',
        text: "if (sizes.longest > MAX_RUN) broken.add('run');",
        becomes: '',
      },
      {
        name: 'runs may be one pixel longer',
        text: 'export const MAX_RUN = 6;',
        becomes: 'export const MAX_RUN = 7;',
      },
      {
        name: 'runs may be one pixel shorter alone',
        text: 'sizes.longest > MAX_RUN',
        becomes: 'sizes.longest >= MAX_RUN',
      },
      {
        name: 'shapes may be joined, divided, lost and added',
        text: 'new Set<MovedPixelRule>(pairs.broken)',
        becomes: 'new Set<MovedPixelRule>()',
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
        name: 'shapes of 23 rows may change',
        text: 'export const MIN_SHAPE_HEIGHT = 24;',
        becomes: 'export const MIN_SHAPE_HEIGHT = 23;',
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
        text: 'if (to[shape] < 0) broken.add',
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
        text: 'start[above] < runEnd + color && start[run] < aboveEnd + color',
        becomes: 'start[above] < runEnd && start[run] < aboveEnd',
      },
      {
        name: 'paper that touches by corners is one',
        text: 'start[above] < runEnd + color && start[run] < aboveEnd + color',
        becomes: 'start[above] < runEnd + 1 && start[run] < aboveEnd + 1',
      },
    ],
  },
  {
    file: 'shared/codecs/jbig2/near/move-pixels.ts',
    tests: CODER,
    mutants: [
      { name: 'larger crowds move', text: 'const MAX_CROWD = 3;', becomes: 'const MAX_CROWD = 4;' },
      { name: 'longer runs move', text: 'const MAX_RUN = 6;', becomes: 'const MAX_RUN = 7;' },
      { name: 'lower shapes move', text: 'const MIN_HEIGHT = 24;', becomes: 'const MIN_HEIGHT = 23;' },
      {
        name: 'pixels behind the edge move',
        text: 'return liesOnEdge(this.#before, at) && isBacked(this.#before, at);',
        becomes: 'return isBacked(this.#before, at);',
      },
      {
        name: 'strokes of one pixel move',
        text: 'return liesOnEdge(this.#before, at) && isBacked(this.#before, at);',
        becomes: 'return liesOnEdge(this.#before, at);',
      },
      {
        name: 'pixels join and divide shapes',
        text: 'if (liesOnEdge(this.#now, at) && isSimple(this.#now, at)) {',
        becomes: 'if (liesOnEdge(this.#now, at)) {',
      },
      {
        name: 'crowds move',
        text: ' || this.#areCrowded(differences)',
        becomes: '',
      },
      {
        name: 'pixels move beyond the rectangle of the shape',
        text: '!this.#liesInShape(at) || ',
        becomes: '',
      },
      {
        name: 'the rectangle of a shape becomes smaller',
        text: 'if (this.#keepsExtent() && ',
        becomes: 'if (',
      },
      {
        name: 'some pixels move where others break a rule',
        text: '!differences.every((at) => this.#mayEverMove(at)) || ',
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
