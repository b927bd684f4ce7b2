import { Bits, uint16, uint32 } from './bits.ts';
import { putHuffman, TABLES } from './huffman.ts';
import { mmr } from './mmr.ts';
import { MqEncoder } from './mq-encoder.ts';
import { joined, type Picture, packedRows } from './picture.ts';
import { NOMINAL, putGeneric, putRefinement, type Template } from './regions.ts';
import { placesBytes, type Segment, TYPES } from './segments.ts';
import { arithmeticInstances, codeLengthOf, type Instance } from './text-region.ts';

/** Symbol dictionaries (T.88, 6.5 and 7.4.2). Symbols are in ascending height; each height is a class. */

/** `number` is the segment's; it imports what it refers to. */
interface DictionarySegment {
  readonly number: number;
  readonly page?: 0 | 1;
}

interface ArithmeticCoding {
  /** Its contexts are used, and remain. */
  readonly out?: MqEncoder;
  /** Bits 8 and 9 of 7.4.2.1.1. */
  readonly flags?: number;
  /** Number of imported symbols, none of which is exported. */
  readonly imported?: number;
}

export function arithmeticSymbols(
  segment: DictionarySegment,
  symbols: readonly Picture[],
  template: Template = 0,
  { out = new MqEncoder(), flags = 0, imported = 0 }: ArithmeticCoding = {},
): Segment {
  putClasses(symbols, {
    height: (value) => out.integer('IADH', value),
    width: (value) => out.integer('IADW', value),
    symbol: (symbol) => putGeneric(out, symbol, { template }),
  });
  out.integer('IAEX', imported);
  out.integer('IAEX', symbols.length);
  const data = [
    ...uint16((template << 10) | flags),
    ...placesBytes(NOMINAL[template]),
    ...uint32(symbols.length),
    ...uint32(symbols.length),
    ...out.finish(),
  ];
  return { ...segment, type: TYPES.symbolDictionary, data };
}

/** A symbol refined from one other, or from several; ids count the imported ones first. */
export type Refined =
  | {
      readonly symbol: Picture;
      readonly from: { readonly id: number; readonly dx: number; readonly dy: number };
    }
  | { readonly symbol: Picture; readonly from: readonly Instance[] };

/** SDREFAGG: every symbol is a refinement of imported ones, which are also exported, first. */
export function refinedSymbols(
  segment: DictionarySegment & { readonly refersTo: readonly number[] },
  imported: readonly Picture[],
  refined: readonly Refined[],
): Segment {
  const all = imported.length + refined.length;
  const known = [...imported, ...refined.map(({ symbol }) => symbol)];
  const out = new MqEncoder();
  const codeLength = codeLengthOf(all);
  let next = 0;
  putClasses(
    refined.map(({ symbol }) => symbol),
    {
      height: (value) => out.integer('IADH', value),
      width: (value) => out.integer('IADW', value),
      symbol: (symbol) => {
        const { from } = refined[next]!;
        next += 1;
        if ('id' in from) {
          out.integer('IAAI', 1);
          out.symbolId(from.id, codeLength);
          out.integer('IARDX', from.dx);
          out.integer('IARDY', from.dy);
          putRefinement(out, symbol, known[from.id]!, { template: 0, dx: from.dx, dy: from.dy });
        } else {
          out.integer('IAAI', from.length);
          const layout = { corner: 'top-left', transposed: false, refines: true } as const;
          arithmeticInstances(out, from, known, codeLength, { layout, strips: 0, offset: 0 });
        }
      },
    },
  );
  out.integer('IAEX', 0);
  out.integer('IAEX', all);
  const data = [
    ...uint16(2),
    ...placesBytes(NOMINAL[0]),
    ...placesBytes([
      [-1, -1],
      [-1, -1],
    ]),
    ...uint32(all),
    ...uint32(refined.length),
    ...out.finish(),
  ];
  return { ...segment, type: TYPES.symbolDictionary, data };
}

/** SDHUFF: the symbols of a class side by side, plain or in MMR. */
export function huffmanSymbols(
  segment: DictionarySegment,
  symbols: readonly Picture[],
  packing: 'plain' | 'mmr',
): Segment {
  const out = new Bits();
  putClasses(symbols, {
    height: (value) => putHuffman(out, TABLES.B4, value),
    width: (value) => putHuffman(out, TABLES.B2, value),
    symbol: () => {},
    classEnd: (members) => {
      const all = joined(members);
      const packed = packing === 'mmr' ? mmr(all, { endOfBlock: false }) : packedRows(all);
      putHuffman(out, TABLES.B1, packing === 'mmr' ? packed.length : 0);
      out.bytes(packed);
    },
  });
  putHuffman(out, TABLES.B1, 0);
  putHuffman(out, TABLES.B1, symbols.length);
  const data = [...uint16(1), ...uint32(symbols.length), ...uint32(symbols.length), ...out.finish()];
  return { ...segment, type: TYPES.symbolDictionary, data };
}

interface ClassCoder {
  readonly height: (difference: number) => void;
  /** Undefined ends the class. */
  readonly width: (difference: number | undefined) => void;
  readonly symbol: (symbol: Picture) => void;
  readonly classEnd?: (members: readonly Picture[]) => void;
}

/** 6.5.5, 4 */
function putClasses(symbols: readonly Picture[], coder: ClassCoder): void {
  const heights = [...new Set(symbols.map(({ height }) => height))];
  let lastHeight = 0;
  for (const height of heights) {
    coder.height(height - lastHeight);
    lastHeight = height;
    const members = symbols.filter((symbol) => symbol.height === height);
    let lastWidth = 0;
    for (const symbol of members) {
      coder.width(symbol.width - lastWidth);
      lastWidth = symbol.width;
      coder.symbol(symbol);
    }
    coder.width(undefined);
    coder.classEnd?.(members);
  }
}
