import { inflateSync } from 'node:zlib';
import { deflate } from '../../codecs/flate/deflate.ts';
import { bytesOf, type Mutation, pick, pickOf, type Random, splice, textOf } from './edits.ts';

const STREAM = /(<<.*?>>)\s*stream\r?\n(.*?)\r?\n?endstream/gs;

/**
 * A mutation inside the data of one stream. Deflated data is decoded before and deflated again afterwards, so
 * that content, samples, fonts and object streams change and not only their encoding.
 */
export function inStreamData(mutations: readonly Mutation[]): Mutation {
  return (bytes, random) => {
    const text = textOf(bytes);
    const streams = [...text.matchAll(STREAM)];
    if (streams.length === 0) return bytes;
    const [whole, dict = '', data = ''] = pickOf(random, streams.slice(0, 64));
    const at = text.indexOf(whole) + whole.lastIndexOf(data);
    const plain = unpacked(dict, bytesOf(data));
    const changed = pickOf(random, mutations)(plain ?? bytesOf(data), random);
    return splice(bytes, at, data.length, plain === null ? changed : deflate(changed, 1));
  };
}

function unpacked(dict: string, data: Uint8Array): Uint8Array | null {
  if (!/\/FlateDecode/.test(dict)) return null;
  try {
    return new Uint8Array(inflateSync(data));
  } catch {
    return null; // Has another filter as well, or was damaged by an earlier mutation.
  }
}

/** Mutations of data: bytes change, are lost, or are added. */
export const DATA_MUTATIONS: readonly Mutation[] = [
  (data, random) => withBytes(data, random, 1 + pick(random, 4), () => pick(random, 256)),
  (data, random) => withBytes(data, random, 1, (byte) => byte ^ (1 << pick(random, 8))),
  // Small numbers are lengths, counts and codes.
  (data, random) => withBytes(data, random, 1, (byte) => byte + (random() < 0.5 ? 1 : -1)),
  (data, random) => withBytes(data, random, 1 + pick(random, 3), () => pickOf(random, [0, 1, 127, 128, 255])),
  (data, random) => data.slice(0, pick(random, data.length + 1)),
  (data, random) => splice(data, pick(random, data.length), 1 + pick(random, 20), []),
  (data, random) => {
    const from = pick(random, data.length);
    return splice(data, pick(random, data.length), 0, data.slice(from, from + pick(random, 40)));
  },
];

function withBytes(
  data: Uint8Array,
  random: Random,
  count: number,
  change: (byte: number) => number,
): Uint8Array {
  const out = data.slice();
  for (let left = count; left > 0 && out.length > 0; left--) {
    const at = pick(random, out.length);
    out[at] = change(out[at]!);
  }
  return out;
}
