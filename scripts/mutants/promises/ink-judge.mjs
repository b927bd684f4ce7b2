/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const JUDGE = ['shared/codecs/ink-judge/judge.test.ts', 'shared/codecs/ink-judge/judge-limits.test.ts'];

/** Faults of what compares a page of one bit with its scan. */
export const INK_JUDGE = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/codecs/ink-judge/judge.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'strokes may be lost',
        text: "broken.add('stroke-lost');",
        becomes: '{}',
      },
      {
        name: 'pale marks may be lost',
        text: "broken.add('mark-lost');",
        becomes: '{}',
      },
      {
        name: 'ink may stand on paper',
        text: "broken.add('ink-on-paper');",
        becomes: '{}',
      },
      {
        name: 'ink may stand without a stroke',
        text: "broken.add('ink-without-stroke');",
        becomes: '{}',
      },
      {
        name: 'strokes may be thinner',
        text: 'const MIN_INKED = 0.8;',
        becomes: 'const MIN_INKED = 0.5;',
      },
      {
        name: 'strokes may be divided',
        text: 'else if (shapeOf[stroke] !== shape) shapeOf[stroke] = SEVERAL;',
        becomes: '',
      },
      {
        name: 'dust is a mark',
        text: 'const MARK_PIXELS = 14;',
        becomes: 'const MARK_PIXELS = 8;',
      },
      {
        name: 'the blurred edge of ink is a mark',
        text: 'levels >= bars.mark && (flags[at]! & HALO) === 0',
        becomes: 'levels >= bars.mark && (flags[at] & INK) === 0',
      },
      {
        name: 'print may be bolder',
        text: "broken.add('weight');",
        becomes: '{}',
      },
      {
        name: 'colors may be lost',
        text: "broken.add('color-lost');",
        becomes: '{}',
      },
      {
        name: 'pages of another size are not refused',
        text: "if (width !== page.width || height !== page.height) return ['size'];",
        becomes: '',
      },
      {
        name: 'strokes may have little ink',
        text: "broken.push('stroke-thinned');",
        becomes: '{}',
      },
      {
        name: 'strokes may be several shapes',
        text: "broken.push('stroke-divided');",
        becomes: '{}',
      },
      {
        name: 'strokes may be joined',
        text: "broken.add('strokes-joined');",
        becomes: '{}',
      },
      {
        name: 'dots of letters may be lost',
        text: 'const STROKE_PIXELS = 5;',
        becomes: 'const STROKE_PIXELS = 30;',
      },
      {
        name: 'a speck beside a letter is a letter',
        text: 'const LETTER_PIXELS = 20;',
        becomes: 'const LETTER_PIXELS = 1;',
      },
      {
        name: 'small letters may be joined',
        text: 'const LETTER_PIXELS = 20;',
        becomes: 'const LETTER_PIXELS = 200;',
      },
      {
        name: 'specks of ink may stand on paper',
        text: 'const PAPER_PIXELS = 2;',
        becomes: 'const PAPER_PIXELS = 12;',
      },
      {
        name: 'a lone pixel may not be gray',
        text: 'const PAPER_PIXELS = 2;',
        becomes: 'const PAPER_PIXELS = 1;',
      },
      {
        name: 'areas are the same at each resolution',
        text: 'Math.ceil(at300 * (dpi / DPI_OF_PIXELS) ** 2)',
        becomes: 'at300',
      },
      {
        name: 'the dark edges of a scan are strokes',
        text: '[...pictures, ...edges]',
        becomes: '[...pictures]',
      },
      {
        name: 'edges of strokes are strokes without ink',
        text: ' && !isBeside(planes, x, y)',
        becomes: '',
      },
      {
        name: 'ink over a picture needs something dark there',
        text: '|| (flags[at]! & IN_PICTURE) !== 0) hasCore',
        becomes: ' ) hasCore',
      },
      {
        name: 'a picture divides the ink over it',
        text: 'inPicture || mayJoin',
        becomes: 'mayJoin',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/paper-levels.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'the shadow of a fold is ink',
        text: 'const step = Math.max(0, bright[innerY * columns + innerX]! - level) / SLOPE_BLOCKS;',
        becomes: 'const step = -40;',
      },
      {
        name: 'print darkens the paper around it',
        text: 'const BRIGHT_RANK = 0.9;',
        becomes: 'const BRIGHT_RANK = 0.5;',
      },
      {
        name: 'a black bar is paper',
        text: 'const FILLED_REACH = 5;',
        becomes: 'const FILLED_REACH = 1;',
      },
      {
        name: 'a black border is a shadow',
        text: 'const SHADOW = 0.4;',
        becomes: 'const SHADOW = 0;',
      },
      {
        name: 'paper changes in steps from block to block',
        text: 'const share = place - upper;',
        becomes: 'const share = 0;',
      },
      {
        name: 'red is as dark as blue',
        text: 'samples[from]! * 299',
        becomes: 'samples[from] * 114',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/joined-strokes.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'ink may join strokes through gray',
        text: 'if (levels >= bars.joint) return true;',
        becomes: 'if (levels >= bars.paper) return true;',
      },
      {
        name: 'a hairline may not join strokes',
        text: 'return y >= BESIDE && y + BESIDE < height && contrast[at - rows]! < levels && contrast[at + rows]! < levels;',
        becomes: 'return false;',
      },
      {
        name: 'specks of a stroke count as strokes',
        text: 'if (stroked[part]! < leastPixels) return;',
        becomes: '',
      },
      {
        name: 'a hairline that goes down may not join strokes',
        text: 'contrast[at - BESIDE]! < levels &&\n    contrast[at + BESIDE]! < levels',
        becomes: 'levels < 0',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/contrast-bars.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'pictures set the usual contrast',
        text: 'if ((flags[at]! & IN_PICTURE) === 0) counts',
        becomes: 'counts',
      },
      {
        name: 'soft edges set the usual contrast',
        text: 'const USUAL_RANK = 0.75;',
        becomes: 'const USUAL_RANK = 0.2;',
      },
      {
        name: 'dirt sets the usual contrast',
        text: 'const MIN_INK = 60;',
        becomes: 'const MIN_INK = 12;',
      },
      {
        name: 'only the blackest strokes count',
        text: 'const STROKE = { share: 0.6,',
        becomes: 'const STROKE = { share: 0.95,',
      },
      {
        name: 'gray alone is a core of ink',
        text: 'const CORE = { share: 0.16, levels: 28 }',
        becomes: 'const CORE = { share: 0.06, levels: 10 }',
      },
      {
        name: 'pencil is no mark',
        text: 'const MARK = { share: 0.2, levels: 36 }',
        becomes: 'const MARK = { share: 0.5, levels: 36 }',
      },
      {
        name: 'show-through is a mark',
        text: 'const MARK = { share: 0.2, levels: 36 }',
        becomes: 'const MARK = { share: 0.1, levels: 12 }',
      },
      {
        name: 'light gray may join strokes',
        text: 'const JOINT = { share: 0.3, levels: 40 }',
        becomes: 'const JOINT = { share: 0.1, levels: 12 }',
      },
      {
        name: 'dark gray may not join strokes',
        text: 'const JOINT = { share: 0.3, levels: 40 }',
        becomes: 'const JOINT = { share: 0.6, levels: 40 }',
      },
      {
        name: 'grain is no paper',
        text: 'const PAPER = { share: 0.1, levels: 12 }',
        becomes: 'const PAPER = { share: 0.01, levels: 1 }',
      },
      {
        name: 'gray is paper',
        text: 'const PAPER = { share: 0.1, levels: 12 }',
        becomes: 'const PAPER = { share: 0.3, levels: 12 }',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/lost-color.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'a pale hue is none',
        text: 'const MAX_HUE = 22;',
        becomes: 'const MAX_HUE = 100;',
      },
      {
        name: 'a slight hue is a color',
        text: 'const MAX_HUE = 22;',
        becomes: 'const MAX_HUE = 8;',
      },
      {
        name: 'half of a tile may be colored',
        text: 'const MAX_COLORED = 0.06;',
        becomes: 'const MAX_COLORED = 0.6;',
      },
      {
        name: 'a colored dot is a mark',
        text: 'const MAX_COLORED = 0.06;',
        becomes: 'const MAX_COLORED = 0;',
      },
      {
        name: 'toned paper is a color',
        text: 'const usual = hues.map(median);',
        becomes: 'const usual = hues.map(() => 0);',
      },
      {
        name: 'the fringes of ink are a color',
        text: 'flags[at]! & (HALO | IN_PICTURE)',
        becomes: 'flags[at] & IN_PICTURE',
      },
      {
        name: 'blue is not compared',
        text: 'hues[1]![to] = Math.round(blue / pixels);',
        becomes: '',
      },
      {
        name: 'red is not compared',
        text: 'hues[0]![to] = Math.round(red / pixels);',
        becomes: '',
      },
      {
        name: 'a few pixels tell the hue of a cell',
        text: 'if (pixels * 2 < side * side) return;',
        becomes: 'if (pixels === 0) return;',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/pixel-flags.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'ink blurs the rows below it alone',
        text: 'if (until[x]! > y) flags[at]! |= HALO;',
        becomes: 'if (until[x] > y + reach) flags[at] |= HALO;',
      },
      {
        name: 'ink blurs the pixels before it alone',
        text: 'if (x >= 0 && until > x) flags',
        becomes: 'if (x >= 0 && until > x + reach) flags',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/shapes.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'shapes end where runs meet at a corner below',
        text: 'from[near]! <= to[run]!; near',
        becomes: 'from[near] < to[run]; near',
      },
      {
        name: 'shapes end where runs meet at a corner above',
        text: 'to[above]! < from[run]!',
        becomes: 'to[above] <= from[run]',
      },
      {
        name: 'runs end where room for more is made',
        text: 'to.set(this.to);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/codecs/ink-judge/weight.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'a line of print may be bolder',
        text: 'const MAX_OF_TILE = 0.1;',
        becomes: 'const MAX_OF_TILE = 1;',
      },
      {
        name: 'edges make a tile bolder',
        text: 'const MAX_OF_TILE = 0.1;',
        becomes: 'const MAX_OF_TILE = 0.02;',
      },
      {
        name: 'print all over may be bolder',
        text: 'const MAX_MEAN = 0.03;',
        becomes: 'const MAX_MEAN = 1;',
      },
      {
        name: 'what a picture has counts as print that is gone',
        text: 'if ((flags[at]! & IN_PICTURE) === 0) sum',
        becomes: 'sum',
      },
      {
        name: 'only the blackest pixels are all ink',
        text: 'const FULL = 0.85;',
        becomes: 'const FULL = 3;',
      },
    ],
  },
]);
