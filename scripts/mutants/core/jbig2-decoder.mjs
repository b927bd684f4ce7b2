/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = [
  'shared/codecs/jbig2/decode-hostile.test.ts',
  'shared/codecs/jbig2/decode.test.ts',
  'shared/testing/jbig2/pages.test.ts',
  'shared/codecs/jbig2/decode-any.test.ts',
];
const FOLDER = 'shared/codecs/simd/jbig2-decoder';

/** Faults of the JBIG2 decoder. */
export const JBIG2_DECODER = /** @type {readonly MutatedFile[]} */ ([
  {
    file: `${FOLDER}/memory.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'work is bounded late',
        text: 'if (WORK < 0) fail(TOO_LONG);',
        becomes: 'if (WORK < -(1 << 30)) fail(TOO_LONG);',
      },
      { name: 'used memory is not white', text: 'memory.fill(at, 0, end - at);', becomes: '' },
    ],
  },
  {
    file: `${FOLDER}/arithmetic.ts`,
    tests: TESTS,
    mutants: [
      { name: 'data goes on after its end', text: 'if (MISSED > MAX_MISSED) fail(DAMAGED);', becomes: '' },
      { name: 'a stuffed bit is data', text: 'return c + (next << 9);', becomes: 'return c + (next << 8);' },
      { name: 'a row of the table is wrong', text: '0x0049, 41, 38, 0', becomes: '0x0049, 41, 37, 0' },
      { name: 'negative numbers are positive', text: ': -(<i32>value)', becomes: ': <i32>value' },
      { name: 'contexts of long numbers run over', text: '& 511) | 256', becomes: '& 511)' },
      {
        name: 'integers keep their contexts',
        text: 'memory.fill(INTEGER_CONTEXTS, 0, 512 * PROCEDURES);',
        becomes: '',
      },
    ],
  },
  {
    file: `${FOLDER}/bitmaps.ts`,
    tests: TESTS,
    mutants: [
      { name: 'XNOR is XOR', text: 'over = ~(under ^ bits)', becomes: 'over = under ^ bits' },
      { name: 'AND is REPLACE', text: 'over = under & bits', becomes: 'over = bits' },
      { name: 'pixels left of a drawn bitmap change', text: 'mask &= firstMask', becomes: 'mask &= 0xff' },
      { name: 'pixels right of a drawn bitmap change', text: 'mask &= lastMask', becomes: 'mask &= 0xff' },
      {
        name: 'a bitmap is drawn beyond the last row',
        text: 'const bottom = min<i64>(y + heightOf(drawn), heightOf(onto));',
        becomes: 'const bottom = y + heightOf(drawn);',
      },
    ],
  },
  {
    file: `${FOLDER}/generic.ts`,
    tests: TESTS,
    mutants: [
      { name: 'a region costs nothing', text: 'charge(<i64>width * height + height);', becomes: '' },
      { name: 'later pixels may be adaptive', text: 'if (!isBefore) fail(DAMAGED);', becomes: '' },
      {
        name: 'a typical row is white',
        text: 'memory.copy(rowOf(bitmap, y), above',
        becomes: 'memory.copy(above, above',
      },
      { name: 'moved pixels in the row are looked up late', text: 'column > -9 ?', becomes: 'column > -3 ?' },
      { name: 'white runs ignore moved pixels', text: 'if (taps === 0)\n        while', becomes: 'while' },
      {
        name: 'a run goes on below half of the interval',
        text: '((a >> 16) - 0x8000) / qe',
        becomes: '(a >> 16) / qe',
      },
      { name: 'a run goes on below the code', text: ', (c >> 16) / qe)', becomes: ', 0x8000)' },
    ],
  },
  {
    file: `${FOLDER}/refinement.ts`,
    tests: TESTS,
    mutants: [
      { name: 'typical pixels are decoded', text: 'around === 0x1ff', becomes: 'around === 0x2ff' },
      { name: 'a typical row is always one', text: 'isTypical = !isTypical', becomes: 'isTypical = true' },
      { name: 'template 1 has all pixels', text: 'context &= TEMPLATE_1;', becomes: '' },
      { name: 'the reference is not moved down', text: 'const from = y - dy;', becomes: 'const from = y;' },
    ],
  },
  {
    file: `${FOLDER}/huffman.ts`,
    tests: TESTS,
    mutants: [{ name: 'a table of another number', text: 'table < number;', becomes: 'table <= number;' }],
  },
  {
    file: `${FOLDER}/mmr.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'pass mode ends at b1',
        text: 'a0 = changeAbove(above + 1);',
        becomes: 'a0 = changeAbove(above);',
      },
      {
        name: 'left is right',
        text: '=== 1 ? distance : -distance',
        becomes: '=== 1 ? -distance : distance',
      },
      { name: 'an end of block is data', text: 'if (peekBits(24) === 0x001001) dropBits(24);', becomes: '' },
      {
        name: 'b1 is always the next change',
        text: 'above = above > 0 ? above - 1 : 1;',
        becomes: 'above += 1;',
      },
    ],
  },
  {
    file: `${FOLDER}/symbols.ts`,
    tests: TESTS,
    mutants: [{ name: 'an aggregate keeps its place', text: 'x += width;\n', becomes: '' }],
  },
  {
    file: `${FOLDER}/text.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'text goes on after its last symbol',
        text: 'if (done >= instances) fail(DAMAGED);',
        becomes: '',
      },
      { name: 'a right corner is a left one', text: 'if (isRight) x -= width - 1;', becomes: '' },
      { name: 'a bottom corner is a top one', text: 'if (isBottom) y -= height - 1;', becomes: '' },
      {
        name: 'transposed text advances by widths',
        text: 'isTransposed ? height - 1 : width - 1',
        becomes: 'width - 1',
      },
      { name: 'the offset is left out', text: ' + <i32>textParameter(OFFSET)', becomes: '' },
      { name: 'a refinement is moved by whole differences', text: '(dh >> 1) + dy', becomes: 'dh + dy' },
    ],
  },
  {
    file: `${FOLDER}/halftone.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'planes are not Gray coded',
        text: 'if (plane < bits) combine',
        becomes: 'if (plane > bits) combine',
      },
      { name: 'the grid is not rotated', text: 'row * load<u32>(GRID, 20) +', becomes: '' },
    ],
  },
  {
    file: `${FOLDER}/header.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'references may lead nowhere',
        text: 'if (kept === 0) fail(DAMAGED);',
        becomes: 'if (kept === 0) return 0;',
      },
      {
        name: 'contexts that were not retained are used',
        text: 'if (contexts === 0) fail(DAMAGED);',
        becomes: '',
      },
    ],
  },
  {
    file: `${FOLDER}/segments.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'a segment continues the contexts of the last',
        text: 'memory.fill(GENERIC_CONTEXTS, 0, GENERIC_CONTEXT_BYTES);',
        becomes: '',
      },
      { name: 'offsets are not negative', text: '<i32>(flags << 17) >> 27', becomes: '(flags >> 10) & 31' },
      { name: 'text begins white', text: 'if ((flags & 0x200) !== 0) blacken(bitmap);', becomes: '' },
      {
        name: 'the extended template is template 0',
        text: 'if ((flags & 0x10) !== 0) fail(UNSUPPORTED);',
        becomes: '',
      },
      {
        name: 'retained contexts are not used',
        text: 'memory.copy(GENERIC_CONTEXTS, contexts, GENERIC_CONTEXT_BYTES);',
        becomes: '',
      },
    ],
  },
  {
    file: `${FOLDER}/page.ts`,
    tests: TESTS,
    mutants: [
      {
        name: 'pages may be of any size',
        text: 'if (<u64>width * height > MAX_PIXELS) fail(TOO_LARGE);',
        becomes: '',
      },
      { name: 'a black page begins white', text: 'if ((flags & 4) !== 0) blacken(PAGE);', becomes: '' },
      {
        name: 'regions may use any operator',
        text: 'if (!isIntermediate && operator !== OPERATOR && !MAY_OVERRIDE) fail(UNSUPPORTED);',
        becomes: '',
      },
      { name: 'a second page replaces the first', text: 'if (PAGE !== 0) fail(UNSUPPORTED);', becomes: '' },
      { name: 'intermediate regions are drawn', text: 'if (isIntermediate) {', becomes: 'if (false) {' },
      {
        name: 'globals may have pages',
        text: 'TYPE === PAGE_INFORMATION && !isGlobal',
        becomes: 'TYPE === PAGE_INFORMATION',
      },
      {
        name: 'the page is refined from elsewhere',
        text: 'combine(reference, PAGE, -(<i64>x), -(<i64>y), OR);',
        becomes: 'combine(reference, PAGE, 0, 0, OR);',
      },
      { name: 'a page ends before its last stripe', text: 'uint32() + 1)', becomes: 'uint32())' },
    ],
  },
]);
