import {
  arrayItems,
  key,
  PDFArray,
  type PDFDict,
  PDFNull,
  type PDFObject,
  type PDFRawStream,
} from '../objects.ts';
import { ascii85Decode, asciiHexDecode } from './byte-filters.ts';
import { type FilterStep, filterSteps } from './filters.ts';
import { withinBudget } from './growth.ts';

/** A stream without the ASCII filters at the start of its chain. */
export interface BareStream {
  readonly bytes: Uint8Array;
  /** The rest of the chain, as in the file. */
  readonly filters: readonly PDFObject[];
  /** Their parameters, as in the file; empty if there are none. */
  readonly params: readonly PDFObject[];
  readonly steps: readonly FilterStep[];
}

const DECODERS = { ASCIIHexDecode: asciiHexDecode, ASCII85Decode: ascii85Decode } as const;

/**
 * Undoes the ASCII filters at the start of a chain, which take a quarter or all of the data again, and leaves the
 * others alone. Returns null where there are none, they are damaged, or readers may differ in which filter has the
 * parameters.
 */
export function withoutAsciiFilters(stream: PDFRawStream, maxBytes: number): BareStream | null {
  const steps = filterSteps(stream.dict);
  const filter = stream.dict.lookup(key('Filter'));
  const count = steps?.findIndex(({ name }) => !isAscii(name)) ?? -1;
  if (steps === null || !(filter instanceof PDFArray) || count < 1) return null;
  if (steps.some(({ name }) => name === 'Crypt')) return null;
  const params = paramsOf(stream.dict);
  if (params === null) return null;
  let bytes = stream.contents;
  for (const { name } of steps.slice(0, count)) {
    if (!isAscii(name)) return null;
    const undone = DECODERS[name](bytes, withinBudget(stream, maxBytes));
    if (undone.damaged || undone.tooLarge) return null;
    bytes = undone.bytes;
  }
  return {
    bytes,
    filters: arrayItems(filter).slice(count),
    params: params.slice(count),
    steps: steps.slice(count),
  };
}

function isAscii(name: string): name is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, name);
}

/** Null if they are not one for each filter. */
function paramsOf(dict: PDFDict): readonly PDFObject[] | null {
  const params = dict.lookup(key('DecodeParms')) ?? dict.lookup(key('DP'));
  if (params === undefined) return [];
  if (!(params instanceof PDFArray)) return null;
  return arrayItems(params).every((item) => item === PDFNull) ? [] : arrayItems(params);
}
