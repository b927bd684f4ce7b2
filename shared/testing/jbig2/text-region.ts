import { Bits, uint16, uint32 } from './bits.ts';
import { type HuffmanTable, prefixCodes, putHuffman, TABLES } from './huffman.ts';
import { MqEncoder } from './mq-encoder.ts';
import { combined, OPERATORS, type Operator, type Picture, picture } from './picture.ts';
import { putRefinement } from './regions.ts';
import { type Place, placesBytes, regionInformation, type Segment, TYPES } from './segments.ts';

/** Text regions (T.88, 6.4 and 7.4.3), from the top left pixel of each symbol. */

export const CORNERS = ['bottom-left', 'top-left', 'bottom-right', 'top-right'] as const;
export type Corner = (typeof CORNERS)[number];

export interface Instance {
  readonly id: number;
  /** Position of the symbol's top left pixel as drawn. */
  readonly x: number;
  readonly y: number;
  /** Drawn with these pixels instead, by refining the symbol. */
  readonly refined?: Picture;
}

export interface Layout {
  readonly corner: Corner;
  readonly transposed: boolean;
  /** SBREFINE */
  readonly refines: boolean;
}

/** Huffman tables, and the flags that choose them (7.4.3.1.2). */
export interface TextTables {
  readonly first: HuffmanTable;
  readonly next: HuffmanTable;
  readonly strip: HuffmanTable;
  readonly refinement: HuffmanTable;
  readonly flags: number;
}

/** B.6, B.8 and B.11; refinements by B.15, their sizes by B.1. */
export const USUAL_TABLES: TextTables = {
  first: TABLES.B6,
  next: TABLES.B8,
  strip: TABLES.B11,
  refinement: TABLES.B15,
  flags: 0x1540,
};

export interface TextRegion {
  readonly number: number;
  readonly refersTo: readonly number[];
  readonly place: Place;
  readonly symbols: readonly Picture[];
  readonly instances: readonly Instance[];
  readonly layout: Layout;
  /** Binary logarithm of SBSTRIPS. */
  readonly strips: 0 | 1 | 2 | 3;
  /** SBDSOFFSET, -16 to 15. */
  readonly offset: number;
  /** SBCOMBOP */
  readonly operator: Exclude<Operator, 'REPLACE'>;
  /** SBDEFPIXEL */
  readonly black: boolean;
  readonly coding: 'arithmetic' | 'huffman';
  readonly refinementTemplate?: 0 | 1;
  readonly tables?: TextTables;
}

/** The expected output of a decoder: all instances, in the order of the strips. */
export function textPicture(region: TextRegion): Picture {
  const { place, symbols, layout, strips, operator, black } = region;
  const instances = stripsOf(region.instances, symbols, layout, strips).flatMap(({ members }) => members);
  return instances.reduce(
    (under, { instance }) => combined(under, shapeOf(instance, symbols), instance.x, instance.y, operator),
    picture(place.width, place.height, () => black),
  );
}

export function textRegion(region: TextRegion): Segment {
  const { instances, layout, strips, offset, operator, black, coding } = region;
  const { refinementTemplate = 0 } = region;
  const isHuffman = coding === 'huffman';
  const flags =
    Number(isHuffman) |
    (Number(layout.refines) << 1) |
    (strips << 2) |
    (CORNERS.indexOf(layout.corner) << 4) |
    (Number(layout.transposed) << 6) |
    (OPERATORS.indexOf(operator) << 7) |
    (Number(black) << 9) |
    ((offset & 31) << 10) |
    (refinementTemplate << 15);
  const adaptive: readonly [number, number][] = [
    [-1, -1],
    [-1, -1],
  ];
  const data = [
    ...regionInformation(region.place),
    ...uint16(flags),
    ...(isHuffman ? uint16((region.tables ?? USUAL_TABLES).flags) : []),
    ...(layout.refines && refinementTemplate === 0 ? placesBytes(adaptive) : []),
    ...uint32(instances.length),
    ...(isHuffman ? huffmanData(region) : arithmeticData(region)),
  ];
  return { number: region.number, type: TYPES.textRegion, refersTo: region.refersTo, data };
}

/** SBSYMCODELEN (6.5.8.2.3) */
export function codeLengthOf(symbols: number): number {
  return Math.ceil(Math.log2(symbols));
}

interface Coder {
  readonly strip: (difference: number) => void;
  readonly first: (difference: number) => void;
  /** Undefined ends the strip. */
  readonly next: (difference: number | undefined) => void;
  readonly within: (t: number) => void;
  readonly id: (id: number) => void;
  readonly refinement: (instance: Instance) => void;
}

type Spacing = Pick<TextRegion, 'layout' | 'strips' | 'offset'>;

/** 6.4.5 */
function putInstances(
  coder: Coder,
  instances: readonly Instance[],
  symbols: readonly Picture[],
  { layout, strips, offset }: Spacing,
): void {
  const size = 1 << strips;
  // Tables B.11 to B.13 have no 0: the first strip is relative to the one above the region.
  coder.strip(1);
  let lastT = -size;
  let firstS = 0;
  for (const { t, members } of stripsOf(instances, symbols, layout, strips)) {
    coder.strip((t - lastT) / size);
    lastT = t;
    let s = 0;
    for (const [at, { instance, s: ownS, t: ownT }] of members.entries()) {
      const extent = extentAlong(shapeOf(instance, symbols), layout);
      // vi) and x): the extent is added before or after the symbol is drawn.
      const before = isPassedBefore(layout) ? extent - 1 : 0;
      if (at === 0) {
        coder.first(ownS - before - firstS);
        firstS = ownS - before;
      } else {
        coder.next(ownS - before - s - offset);
      }
      s = isPassedBefore(layout) ? ownS : ownS + extent - 1;
      if (strips > 0) coder.within(ownT - t);
      coder.id(instance.id);
      if (layout.refines) coder.refinement(instance);
    }
    coder.next(undefined);
  }
}

/** Position of the reference corner along S and T, grouped by strips and along S in each. */
function stripsOf(
  instances: readonly Instance[],
  symbols: readonly Picture[],
  { corner, transposed }: Layout,
  strips: number,
) {
  const placed = instances.map((instance) => {
    const { width, height } = shapeOf(instance, symbols);
    const x = instance.x + (corner.endsWith('right') ? width - 1 : 0);
    const y = instance.y + (corner.startsWith('bottom') ? height - 1 : 0);
    return transposed ? { instance, s: y, t: x } : { instance, s: x, t: y };
  });
  const firsts = [...new Set(placed.map(({ t }) => (t >> strips) << strips))].sort((a, b) => a - b);
  return firsts.map((first) => ({
    t: first,
    members: placed.filter(({ t }) => t >> strips === first >> strips).sort((a, b) => a.s - b.s),
  }));
}

function shapeOf({ id, refined }: Instance, symbols: readonly Picture[]): Picture {
  return refined ?? symbols[id]!;
}

function extentAlong({ width, height }: Picture, { transposed }: Layout): number {
  return transposed ? height : width;
}

function isPassedBefore({ corner, transposed }: Layout): boolean {
  return transposed ? corner.startsWith('bottom') : corner.endsWith('right');
}

/** The differences in size, and the offset beyond half of them (6.4.11). */
function refinementOf(instance: Instance, symbols: readonly Picture[]) {
  const symbol = symbols[instance.id]!;
  const { refined = symbol } = instance;
  const dw = refined.width - symbol.width;
  const dh = refined.height - symbol.height;
  return { symbol, refined, dw, dh, dx: dw >> 1, dy: dh >> 1 };
}

export function arithmeticInstances(
  out: MqEncoder,
  instances: readonly Instance[],
  symbols: readonly Picture[],
  codeLength: number,
  spacing: Spacing,
  template: 0 | 1 = 0,
): void {
  const coder: Coder = {
    strip: (value) => out.integer('IADT', value),
    first: (value) => out.integer('IAFS', value),
    next: (value) => out.integer('IADS', value),
    within: (value) => out.integer('IAIT', value),
    id: (id) => out.symbolId(id, codeLength),
    refinement: (instance) => {
      out.integer('IARI', Number(instance.refined !== undefined));
      if (instance.refined === undefined) return;
      const { symbol, refined, dw, dh, dx, dy } = refinementOf(instance, symbols);
      for (const [procedure, value] of [
        ['IARDW', dw],
        ['IARDH', dh],
        ['IARDX', 0],
        ['IARDY', 0],
      ] as const)
        out.integer(procedure, value);
      putRefinement(out, refined, symbol, { template, dx, dy });
    },
  };
  putInstances(coder, instances, symbols, spacing);
}

function arithmeticData(region: TextRegion): Uint8Array {
  const { instances, symbols, refinementTemplate } = region;
  const out = new MqEncoder();
  arithmeticInstances(out, instances, symbols, codeLengthOf(symbols.length), region, refinementTemplate);
  return out.finish();
}

function huffmanData(region: TextRegion): Uint8Array {
  const { instances, symbols, strips, refinementTemplate = 0, tables = USUAL_TABLES } = region;
  const out = new Bits();
  const ids = putIdTable(out, symbols.length);
  const coded = new MqEncoder();
  const put = (table: HuffmanTable) => (value: number | undefined) => putHuffman(out, table, value);
  const coder: Coder = {
    strip: (value) => putHuffman(out, tables.strip, value),
    first: put(tables.first),
    next: put(tables.next),
    within: (value) => out.put(value, strips),
    id: (id) => out.code(ids[id]!),
    refinement: (instance) => {
      out.put(Number(instance.refined !== undefined), 1);
      if (instance.refined === undefined) return;
      const { symbol, refined, dw, dh, dx, dy } = refinementOf(instance, symbols);
      for (const value of [dw, dh, 0, 0]) putHuffman(out, tables.refinement, value);
      putRefinement(coded, refined, symbol, { template: refinementTemplate, dx, dy });
      const bytes = coded.finish();
      putHuffman(out, TABLES.B1, bytes.length);
      out.bytes(bytes);
    },
  };
  putInstances(coder, instances, symbols, region);
  return out.finish();
}

/** 7.4.3.1.7: all symbols have codes of one length, which a single run code defines. */
function putIdTable(out: Bits, symbols: number): string[] {
  const length = Math.max(1, codeLengthOf(symbols));
  for (let runCode = 0; runCode < 35; runCode += 1) out.put(Number(runCode === length), 4);
  out.code('0'.repeat(symbols));
  out.align();
  return prefixCodes(Array(symbols).fill(length));
}
