/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const PAGE = ['shared/image-jobs/ink/ink-page.test.ts'];
const JUDGE = ['shared/codecs/ink-judge/judge.test.ts'];

/** Faults of pages of one bit made of scans, and of what compares them with the scan. */
export const INK = /** @type {readonly MutatedFile[]} */ ([
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
        text: 'levels >= bars.mark && halo[at] === 0',
        becomes: 'levels >= bars.mark && ink[at] === 0',
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
    ],
  },
  {
    file: 'shared/codecs/ink-judge/paper-levels.ts',
    tests: JUDGE,
    mutants: [
      {
        name: 'the shadow of a fold is ink',
        text: 'const step = Math.max(0, bright[innerY * columns + innerX] - level) / SLOPE_BLOCKS;',
        becomes: 'const step = -40;',
      },
    ],
  },
  {
    file: 'shared/image-jobs/ink/black-shapes.ts',
    tests: PAGE,
    mutants: [
      {
        name: 'pencil becomes black',
        text: 'const PALE_SHARE = 0.45;',
        becomes: 'const PALE_SHARE = 0.1;',
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
    ],
  },
  {
    file: 'shared/codecs/ink-judge/joined-strokes.ts',
    tests: ['shared/codecs/ink-judge/judge.test.ts'],
    mutants: [
      {
        name: 'ink may join strokes through gray',
        text: 'if (levels >= bars.joint) return true;',
        becomes: 'if (levels >= bars.paper) return true;',
      },
      {
        name: 'a hairline may not join strokes',
        text: 'return y >= BESIDE && y + BESIDE < height && contrast[at - rows] < levels && contrast[at + rows] < levels;',
        becomes: 'return false;',
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
]);
