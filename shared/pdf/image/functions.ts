import { power } from '../../codecs/pixels/power.ts';
import { decodeStream } from '../filter/filters.ts';
import { key, PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRawStream } from '../objects.ts';
import { readCalculator } from './functions-calculator.ts';

/** A function of ISO 32000-2, 7.10: as many inputs as its domain has; outputs are clamped to its range. */
export type PdfFunction = (inputs: readonly number[]) => readonly number[];

/** Nesting of stitching functions; the limit is against loops. */
const MAX_DEPTH = 6;
/** Maximum bytes of a sample table. */
const MAX_TABLE_BYTES = 16 * 1024 * 1024;

/** Reads a function; null if it violates the standard or uses operators that engines compute differently. */
export function readFunction(object: PDFObject | undefined, depth = 0): PdfFunction | null {
  const dict = object instanceof PDFRawStream ? object.dict : object;
  if (!(dict instanceof PDFDict) || depth > MAX_DEPTH) return null;
  const domain = numbersAt(dict, 'Domain');
  if (domain === null || domain.length === 0 || domain.length % 2 !== 0) return null;
  const body = readBody(object, dict, domain, depth);
  if (body === null) return null;
  const range = numbersAt(dict, 'Range');
  return (inputs) => {
    const outputs = body(clippedAll(inputs, domain));
    return range === null ? outputs : clippedAll(outputs, range);
  };
}

function readBody(
  object: PDFObject | undefined,
  dict: PDFDict,
  domain: readonly number[],
  depth: number,
): PdfFunction | null {
  const type = dict.lookup(key('FunctionType'));
  switch (type instanceof PDFNumber ? type.asNumber() : -1) {
    case 0:
      return object instanceof PDFRawStream ? sampled(object, domain) : null;
    case 2:
      return exponential(dict);
    case 3:
      return stitched(dict, domain, depth);
    case 4:
      return object instanceof PDFRawStream ? calculator(object) : null;
    default:
      return null;
  }
}

/** 7.10.3: y = C0 + x^N * (C1 - C0). */
function exponential(dict: PDFDict): PdfFunction | null {
  const from = numbersAt(dict, 'C0') ?? [0];
  const to = numbersAt(dict, 'C1') ?? [1];
  const exponent = dict.lookup(key('N'));
  if (!(exponent instanceof PDFNumber) || from.length !== to.length) return null;
  const n = exponent.asNumber();
  return ([x = 0]) => {
    const share = n === 1 ? x : power(x, n);
    return from.map((start, index) => start + share * (to[index]! - start));
  };
}

/** 7.10.4. */
function stitched(dict: PDFDict, domain: readonly number[], depth: number): PdfFunction | null {
  const bounds = numbersAt(dict, 'Bounds');
  const encode = numbersAt(dict, 'Encode');
  const list = dict.lookup(key('Functions'));
  if (bounds === null || encode === null || !(list instanceof PDFArray)) return null;
  const parts = Array.from({ length: list.size() }, (_, index) =>
    readFunction(list.lookup(index), depth + 1),
  );
  if (parts.length !== bounds.length + 1 || encode.length < parts.length * 2) return null;
  const known = parts.filter((part) => part !== null);
  if (known.length !== parts.length) return null;
  const edges = [domain[0], ...bounds, domain[1]];
  return ([x = 0]) => {
    let index = 0;
    while (index < bounds.length && x >= bounds[index]!) index += 1;
    return known[index]!([
      interpolated(x, edges[index]!, edges[index + 1]!, encode[index * 2]!, encode[index * 2 + 1]!),
    ]);
  };
}

/** 7.10.2, with linear interpolation, as `/Order 1` and most readers do. */
function sampled(stream: PDFRawStream, domain: readonly number[]): PdfFunction | null {
  const { dict } = stream;
  const size = numbersAt(dict, 'Size');
  const range = numbersAt(dict, 'Range');
  const bits = dict.lookup(key('BitsPerSample'));
  const decoded = decodeStream(stream, MAX_TABLE_BYTES);
  const inputs = domain.length / 2;
  if (size?.length !== inputs || range === null || !(bits instanceof PDFNumber)) return null;
  if (decoded.kind !== 'bytes' || size.some((each) => !Number.isInteger(each) || each < 1)) return null;
  const outputs = range.length / 2;
  const count = size.reduce((product, each) => product * each, outputs);
  const samples = readSamples(decoded.bytes, bits.asNumber(), count);
  if (samples === null) return null;
  const encode = numbersAt(dict, 'Encode') ?? size.flatMap((each) => [0, each - 1]);
  const decode = numbersAt(dict, 'Decode') ?? range;

  return (x) => {
    const places = size.map((each, index) => {
      const at = interpolated(
        x[index]!,
        domain[index * 2]!,
        domain[index * 2 + 1]!,
        encode[index * 2]!,
        encode[index * 2 + 1]!,
      );
      return clipped(at, 0, each - 1);
    });
    return Array.from({ length: outputs }, (_, output) => {
      const value = between(places, size, (at) => samples[at * outputs + output]!);
      return interpolated(value, 0, 1, decode[output * 2]!, decode[output * 2 + 1]!);
    });
  };
}

/** Multilinear interpolation between samples, the first dimension varying fastest. */
function between(
  places: readonly number[],
  size: readonly number[],
  sampleAt: (index: number) => number,
): number {
  let sum = 0;
  for (let corner = 0; corner < 1 << places.length; corner += 1) {
    let weight = 1;
    let index = 0;
    let stride = 1;
    for (const [dimension, place] of places.entries()) {
      const lower = Math.min(Math.floor(place), Math.max(0, size[dimension]! - 2));
      const isUpper = (corner >> dimension) & 1;
      weight *= isUpper === 1 ? place - lower : 1 - (place - lower);
      index += Math.min(lower + isUpper, size[dimension]! - 1) * stride;
      stride *= size[dimension]!;
    }
    if (weight !== 0) sum += weight * sampleAt(index);
  }
  return sum;
}

/** Returns samples scaled to 0…1. */
function readSamples(bytes: Uint8Array, bits: number, count: number): Float64Array | null {
  if (![1, 2, 4, 8, 12, 16, 24, 32].includes(bits) || count > MAX_TABLE_BYTES) return null;
  if (bytes.length * 8 < count * bits) return null;
  const samples = new Float64Array(count);
  const highest = 2 ** bits - 1;
  for (let index = 0; index < count; index += 1) {
    let value = 0;
    for (let bit = index * bits; bit < (index + 1) * bits; bit += 1) {
      value = value * 2 + ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1);
    }
    samples[index] = value / highest;
  }
  return samples;
}

function calculator(stream: PDFRawStream): PdfFunction | null {
  const decoded = decodeStream(stream, MAX_TABLE_BYTES);
  const range = numbersAt(stream.dict, 'Range');
  if (decoded.kind !== 'bytes' || range === null) return null;
  const run = readCalculator(decoded.bytes);
  if (run === null) return null;
  const outputs = range.length / 2;
  return (inputs) => {
    const stack = run(inputs);
    // Invalid programs return too few values; readers use 0 for missing ones.
    return Array.from({ length: outputs }, (_, index) => stack[stack.length - outputs + index] ?? 0);
  };
}

function interpolated(x: number, xMin: number, xMax: number, yMin: number, yMax: number): number {
  return xMax === xMin ? yMin : yMin + ((x - xMin) * (yMax - yMin)) / (xMax - xMin);
}

function clippedAll(values: readonly number[], bounds: readonly number[]): number[] {
  return Array.from({ length: bounds.length / 2 }, (_, index) =>
    clipped(values[index] ?? 0, bounds[index * 2]!, bounds[index * 2 + 1]!),
  );
}

function clipped(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function numbersAt(dict: PDFDict, name: string): readonly number[] | null {
  const array = dict.lookup(key(name));
  if (!(array instanceof PDFArray)) return null;
  const values: number[] = [];
  for (let index = 0; index < array.size(); index += 1) {
    const value = array.lookup(index);
    if (!(value instanceof PDFNumber)) return null;
    values.push(value.asNumber());
  }
  return values;
}
