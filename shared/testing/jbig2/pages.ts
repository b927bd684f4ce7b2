import { Bits, uint32 } from './bits.ts';
import { genericRegion, refinementRegion } from './generic-segments.ts';
import { type HalftoneCoding, halftonePicture, halftoneRegion, patternDictionary } from './halftone.ts';
import { huffmanTable, TABLES } from './huffman.ts';
import { MqEncoder } from './mq-encoder.ts';
import { combined, drawn, OPERATORS, type Operator, type Picture, picture } from './picture.ts';
import type { Template } from './regions.ts';
import { comment, type PageFlags, pageInformation, type Segment, segmentBytes, TYPES } from './segments.ts';
import { arithmeticSymbols, huffmanSymbols, refinedSymbols } from './symbol-dictionary.ts';
import {
  CORNERS,
  type Instance,
  type TextRegion,
  type TextTables,
  textPicture,
  textRegion,
  USUAL_TABLES,
} from './text-region.ts';

/** Pages with the features of T.88, and the expected output of a decoder. */

export interface Jbig2Page {
  readonly name: string;
  readonly data: Uint8Array;
  readonly globals: Uint8Array | null;
  readonly picture: Picture;
}

/** Side of a page in pixels. */
export const SIDE = 160;

/** Meaningless bytes, so that any other coding of the page is smaller. */
const COMMENT_BYTES = 4000;

function page(
  name: string,
  segments: readonly Segment[],
  shown: Picture,
  { flags = {}, globals = [] }: { readonly flags?: PageFlags; readonly globals?: readonly Segment[] } = {},
): Jbig2Page {
  const all = [pageInformation(1, shown.width, shown.height, flags), comment(2, COMMENT_BYTES), ...segments];
  return {
    name,
    data: segmentBytes(all),
    globals: globals.length === 0 ? null : segmentBytes(globals),
    picture: shown,
  };
}

/** All sides and sizes are different. */
export const LETTERS: readonly Picture[] = [
  drawn(`
    #######
    #......
    ####...
    #......
    #......
    #......
    #......`),
  drawn(`
    #........
    #........
    #.....##.
    #....#..#
    #....####
    #....#...
    ########.`),
  drawn(`
    ..###
    .#..#
    #...#
    ....#
    ...#.
    ..#..
    .#...
    #....
    #####
    .....
    ##.##`),
];

/** Three letters in rows, a pixel higher or lower in turn. */
const PRINT: readonly Instance[] = Array.from({ length: 60 }, (_, at) => ({
  id: (at * 7) % 3,
  x: 6 + (at % 10) * 15,
  y: 9 + Math.floor(at / 10) * 24 + (at % 2),
}));

/** Some letters with an additional pixel, and a column and some rows of white around. */
function refinedPrint(rows: 1 | 2): readonly Instance[] {
  return PRINT.map((instance, at) => {
    if (at % 3 === 0) return instance;
    const letter = LETTERS[instance.id]!;
    const wider = picture(letter.width + 1, letter.height + rows);
    const worn = combined(wider, letter, 0, 1, 'OR');
    return { ...instance, refined: combined(worn, drawn('#'), at % letter.width, 0, 'XOR') };
  });
}

const WHOLE = { width: SIDE, height: SIDE, x: 0, y: 0, operator: 'OR' } as const;

const PLAIN_TEXT: TextRegion = {
  number: 4,
  refersTo: [3],
  place: WHOLE,
  symbols: LETTERS,
  instances: PRINT,
  layout: { corner: 'top-left', transposed: false, refines: false },
  strips: 0,
  offset: 0,
  operator: 'OR',
  black: false,
  coding: 'arithmetic',
};

const dictionaryFor = ({ coding }: TextRegion) =>
  coding === 'huffman'
    ? huffmanSymbols({ number: 3 }, LETTERS, 'plain')
    : arithmeticSymbols({ number: 3 }, LETTERS);

function textPage(name: string, changes: Partial<TextRegion>, dictionary?: readonly Segment[]): Jbig2Page {
  const region = { ...PLAIN_TEXT, ...changes };
  const { x, y, operator } = region.place;
  const shown = combined(picture(SIDE, SIDE), textPicture(region), x, y, operator);
  return page(name, [...(dictionary ?? [dictionaryFor(region)]), textRegion(region)], shown);
}

/** Text regions with each reference corner, transposed or not. */
export const CORNER_PAGES: readonly Jbig2Page[] = CORNERS.flatMap((corner) =>
  [false, true].flatMap((transposed) =>
    (['arithmetic', 'huffman'] as const).flatMap((coding) =>
      [false, true].map((refines) =>
        textPage(
          `${corner}, ${transposed ? 'transposed' : 'upright'}, ${coding}${refines ? ', refined' : ''}`,
          {
            coding,
            layout: { corner, transposed, refines },
            // With Huffman coding, PDFium uses a quarter of the rows as the offset, not half (6.4.11): for
            // one row both are 0.
            instances: refines ? refinedPrint(coding === 'huffman' ? 1 : 2) : PRINT,
            strips: 1,
            offset: 3,
          },
        ),
      ),
    ),
  ),
);

const upright = PLAIN_TEXT.layout;

/** Other choices of 7.4.3.1.2. */
const OTHER_TABLES: readonly { readonly name: string; readonly tables: TextTables }[] = [
  {
    name: 'B.7, B.9 and B.12',
    tables: { first: TABLES.B7, next: TABLES.B9, strip: TABLES.B12, refinement: TABLES.B15, flags: 0x1555 },
  },
  {
    name: 'B.10, B.13 and B.14',
    tables: { first: TABLES.B6, next: TABLES.B10, strip: TABLES.B13, refinement: TABLES.B14, flags: 0x0028 },
  },
];
const inward: readonly Instance[] = PRINT.filter(({ x, y }) => x < 140 && y < 130);

/** All other variants of text regions. */
export const TEXT_PAGES: readonly Jbig2Page[] = [
  ...([0, 1, 2, 3] as const).map((strips) => textPage(`strips of ${1 << strips}`, { strips })),
  ...([-16, 15] as const).map((offset) => textPage(`an offset of ${offset}`, { offset })),
  ...(['OR', 'AND', 'XOR', 'XNOR'] as const).flatMap((operator) =>
    [false, true].map((black) =>
      textPage(`symbols laid by ${operator} on ${black ? 'black' : 'white'}`, {
        operator,
        black,
        instances: [...PRINT, { id: 2, x: 9, y: 12 }, { id: 1, x: 38, y: 12 }],
      }),
    ),
  ),
  textPage('a region inside the page', {
    place: { width: 150, height: 145, x: 5, y: 11, operator: 'OR' },
    instances: inward,
  }),
  textPage('refinement with template 1', {
    layout: { ...upright, refines: true },
    instances: refinedPrint(2),
    refinementTemplate: 1,
  }),
  ...([1, 2, 3] as const).map((template) =>
    textPage(`symbols of template ${template}`, {}, [arithmeticSymbols({ number: 3 }, LETTERS, template)]),
  ),
  textPage('symbols in MMR', { coding: 'huffman' }, [huffmanSymbols({ number: 3 }, LETTERS, 'mmr')]),
  page('symbols in globals', [textRegion({ ...PLAIN_TEXT, refersTo: [0] })], textPicture(PLAIN_TEXT), {
    globals: [arithmeticSymbols({ number: 0, page: 0 }, LETTERS)],
  }),
  derivedSymbols(),
  retainedContexts(),
  ...OTHER_TABLES.map(({ name, tables }) =>
    textPage(`tables ${name}`, {
      coding: 'huffman',
      layout: { ...upright, refines: true },
      instances: refinedPrint(1),
      tables,
    }),
  ),
  ownTable(),
];

/** B.3: a code for the differences along S. */
function ownTable(): Jbig2Page {
  const bits = new Bits();
  // 7.4.12, B.2: four ranges of 16 values, with lengths of 3 and 4 bits; then lower, upper and out-of-band.
  for (const [prefix, range] of [
    [2, 4],
    [2, 4],
    [2, 4],
    [3, 4],
  ]) {
    bits.put(prefix!, 3);
    bits.put(range!, 4);
  }
  for (const prefix of [4, 5, 5]) bits.put(prefix, 3);
  const flags = 1 | (2 << 1) | (3 << 4);
  const data = [flags, ...uint32(-16), ...uint32(48), ...bits.finish()];
  const own = huffmanTable('-16 2 4, 0 2 4, 16 2 4, 32 3 4, <-17 4 32, 48 5 32, oob 5');
  const region = {
    ...PLAIN_TEXT,
    number: 5,
    refersTo: [3, 4],
    coding: 'huffman' as const,
    tables: { ...USUAL_TABLES, next: own, flags: 0x154c },
  };
  return page(
    'a table of its own',
    [
      huffmanSymbols({ number: 3 }, LETTERS, 'plain'),
      { number: 4, type: TYPES.tables, data },
      textRegion(region),
    ],
    textPicture(region),
  );
}

/** Bit 9: the contexts of a dictionary are kept; bit 8: another one begins with them (7.4.2.1.1). */
function retainedContexts(): Jbig2Page {
  const out = new MqEncoder();
  const [first, ...others] = LETTERS;
  const kept = arithmeticSymbols({ number: 3 }, [first!], 0, { out, flags: 0x200 });
  out.forgetExcept('GB');
  const next = {
    ...arithmeticSymbols({ number: 4 }, others, 0, { out, flags: 0x100, imported: 1 }),
    refersTo: [3],
  };
  const region = { ...PLAIN_TEXT, number: 5, refersTo: [3, 4] };
  return page('symbols of retained contexts', [kept, next, textRegion(region)], textPicture(region));
}

/** Symbols that are refined from one other, and from two. */
function derivedSymbols(): Jbig2Page {
  const [first, second] = LETTERS;
  const one = combined(first!, drawn('#'), 5, 4, 'XOR');
  const both = [
    { id: 0, x: 0, y: 0 },
    { id: 1, x: 9, y: 0 },
  ];
  const pair = both.reduce(
    (under, { id, x, y }) => combined(under, LETTERS[id]!, x, y, 'OR'),
    picture(first!.width + second!.width + 2, 7),
  );
  const symbols = [...LETTERS, one, pair];
  const region = {
    ...PLAIN_TEXT,
    refersTo: [4],
    number: 5,
    symbols,
    instances: PRINT.filter(({ x }) => x < 130).map((instance, at) => ({ ...instance, id: at % 5 })),
  };
  const dictionary = refinedSymbols({ number: 4, refersTo: [3] }, LETTERS, [
    { symbol: one, from: { id: 0, dx: 0, dy: 0 } },
    { symbol: pair, from: both },
  ]);
  return page(
    'symbols drawn from others',
    [arithmeticSymbols({ number: 3 }, LETTERS), dictionary, textRegion(region)],
    textPicture(region),
  );
}

/** Waves with some letters. */
const DRAWING = picture(120, 110, (x, y) => (x * x + y * y * 2) % 97 < 30 || (x - y) % 19 === 0);
const at = (x: number, y: number, operator: Operator = 'OR') => ({ x, y, operator });
const onPage = (shown: Picture, x: number, y: number, operator: Operator = 'OR', black = false) =>
  combined(
    picture(SIDE, SIDE, () => black),
    shown,
    x,
    y,
    operator,
  );
const FIRST_LAYER = picture(140, 140, (x, y) => (x >> 4) % 2 === (y >> 3) % 2);

/** Two overlapping regions, by each operator, on a white and on a black page. */
export const OPERATOR_PAGES: readonly Jbig2Page[] = OPERATORS.flatMap((operator) =>
  [false, true].map((black) =>
    page(
      `${operator} on a ${black ? 'black' : 'white'} page`,
      [
        genericRegion(3, FIRST_LAYER, at(0, 0, 'XOR'), { template: 0 }),
        genericRegion(4, DRAWING, at(30, 41, operator), { template: 0 }),
      ],
      combined(onPage(FIRST_LAYER, 0, 0, 'XOR', black), DRAWING, 30, 41, operator),
      { flags: { override: true, ...(black ? { black } : {}) } },
    ),
  ),
);

export const GENERIC_PAGES: readonly Jbig2Page[] = [
  ...([0, 1, 2, 3] as const).flatMap((template: Template) => [
    page(
      `template ${template}`,
      [genericRegion(3, DRAWING, at(20, 30), { template })],
      onPage(DRAWING, 20, 30),
    ),
    page(
      `template ${template} with typical prediction`,
      [genericRegion(3, FIRST_LAYER, at(11, 9), { template, typicalPrediction: true })],
      onPage(FIRST_LAYER, 11, 9),
    ),
  ]),
  page(
    'adaptive pixels elsewhere',
    [
      genericRegion(3, FIRST_LAYER, at(1, 2), {
        template: 0,
        adaptive: [
          [-32, 0],
          [-16, -8],
          [10, -5],
          [0, -16],
        ],
      }),
    ],
    onPage(FIRST_LAYER, 1, 2),
  ),
  page('MMR', [genericRegion(3, DRAWING, at(20, 30), 'mmr')], onPage(DRAWING, 20, 30)),
];

/** Generic refinement regions, of the page and of an intermediate region. */
export const REFINEMENT_PAGES: readonly Jbig2Page[] = ([0, 1] as const).flatMap((template) =>
  [false, true].flatMap((typical) => {
    const coding = { template, ...(typical ? { typicalPrediction: true as const } : {}) };
    const worn = combined(DRAWING, LETTERS[2]!, 50, 60, 'XOR');
    const named = `template ${template}${typical ? ', typical prediction' : ''}`;
    return [
      page(
        `a region of its own refined, ${named}`,
        [
          genericRegion(3, DRAWING, at(20, 30), { template: 0 }, TYPES.intermediateGeneric),
          refinementRegion({ number: 4, refersTo: [3] }, worn, DRAWING, at(20, 30), coding),
        ],
        onPage(worn, 20, 30),
      ),
      page(
        `the page refined, ${named}`,
        [
          genericRegion(3, DRAWING, at(20, 30), { template: 0 }),
          refinementRegion({ number: 4 }, worn, DRAWING, at(20, 30, 'REPLACE'), coding),
        ],
        onPage(worn, 20, 30),
        { flags: { override: true } },
      ),
    ];
  }),
);

/** Dots of 17 sizes in cells of 6 x 5 pixels. */
const PATTERNS: readonly Picture[] = Array.from({ length: 17 }, (_, level) =>
  picture(6, 5, (x, y) => (x * 7 + y * 11) % 17 < level),
);
const CODINGS: readonly (readonly [name: string, coding: HalftoneCoding])[] = [
  ...([0, 1, 2, 3] as const).map((template): [string, HalftoneCoding] => [
    `template ${template}`,
    { kind: 'arithmetic', template },
  ]),
  ['MMR', { kind: 'mmr' }],
];

function halftonePage(name: string, coding: HalftoneCoding, operator: Operator, black = false): Jbig2Page {
  const grid = { columns: 20, rows: 22, x: 20 << 8, y: 40 << 8, stepX: 6 << 8, stepY: 300 };
  const region = {
    number: 4,
    refersTo: [3],
    place: { ...WHOLE, operator: 'XOR' as const },
    patterns: PATTERNS,
    coding,
    operator,
    black,
    grid,
    values: Array.from({ length: grid.columns * grid.rows }, (_, cell) => (cell * 5 + (cell >> 3)) % 17),
  };
  return page(
    name,
    [patternDictionary({ number: 3 }, PATTERNS, coding), halftoneRegion(region)],
    halftonePicture(region),
    { flags: { operator: 'XOR' } },
  );
}

/** Halftone regions on a rotated grid. */
export const HALFTONE_PAGES: readonly Jbig2Page[] = [
  ...CODINGS.map(([name, coding]) => halftonePage(`patterns in ${name}`, coding, 'OR')),
  ...OPERATORS.flatMap((operator) =>
    [false, true].map((black) =>
      halftonePage(
        `patterns laid by ${operator} on ${black ? 'black' : 'white'}`,
        { kind: 'arithmetic', template: 0 },
        operator,
        black,
      ),
    ),
  ),
];

export const ALL_PAGES: readonly Jbig2Page[] = [
  ...CORNER_PAGES,
  ...TEXT_PAGES,
  ...GENERIC_PAGES,
  ...OPERATOR_PAGES,
  ...REFINEMENT_PAGES,
  ...HALFTONE_PAGES,
];
