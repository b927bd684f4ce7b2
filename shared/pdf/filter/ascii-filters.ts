import { arrayItems, key, PDFArray, type PDFRawStream } from '../objects.ts';
import { repackedStream } from '../streams.ts';
import { decodeStream, filterSteps } from './filters.ts';

const ASCII_FILTERS: ReadonlySet<string> = new Set(['ASCIIHexDecode', 'ASCII85Decode']);

/**
 * Undoes the ASCII filters at the start of a chain, which take a quarter or all of the data again, and leaves the
 * others alone. Returns null where there are none, they are damaged, or readers may differ in which filter has the
 * parameters.
 */
export function withoutAsciiFilters(stream: PDFRawStream, maxBytes: number): PDFRawStream | null {
  const steps = filterSteps(stream.dict) ?? [];
  const count = steps.findIndex(({ name }) => !ASCII_FILTERS.has(name));
  const filters = stream.dict.lookup(key('Filter'));
  const params = stream.dict.lookup(key('DecodeParms')) ?? stream.dict.lookup(key('DP'));
  if (count < 1 || !(filters instanceof PDFArray) || steps.some(({ name }) => name === 'Crypt')) return null;
  if (params !== undefined && !(params instanceof PDFArray)) return null;
  const chain = arrayItems(filters);
  const packed = { kind: 'chain', filters: chain.slice(0, count), params: [] } as const;
  const decoded = decodeStream(repackedStream(stream, stream.contents, packed), maxBytes);
  if (decoded.kind !== 'bytes' || decoded.damaged) return null;
  return repackedStream(stream, decoded.bytes, {
    kind: 'chain',
    filters: chain.slice(count),
    params: params === undefined ? [] : arrayItems(params).slice(count),
  });
}
