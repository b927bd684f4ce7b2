/** Deterministic mutations of files, by seed. */
import { bytesOf, type Mutation, pick, pickOf, splice, textOf } from '../fuzz/edits.ts';
import { reseat } from '../fuzz/reseat.ts';
import { DATA_MUTATIONS, inStreamData } from '../fuzz/stream-data.ts';
import { TOKEN_MUTATIONS } from '../fuzz/tokens.ts';
import { sequence } from '../pictures/rasters.ts';

/** Numbers that control positions and lengths of reads. */
const NUMBERS =
  /(?:\/(?:Length|W|Index|N|First|Predictor|Columns|Colors|BitsPerComponent|Size|Prev|Count|Width|Height|Root|Kids|Contents|EarlyChange|K|V|R|P|Filter|DecodeParms|ColorSpace|SMask|XRefStm)\b[\s[]*|startxref\s+|\bobj\b[^\n]{0,20}?|^)(-?\d+)/gm;
const ODD_NUMBERS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '7',
  '8',
  '255',
  '256',
  '65535',
  '65536',
  '2147483647',
  '-2147483648',
  '4294967295',
  '99999999999999999999',
  '1.5',
  'null',
  '(x)',
  '[0]',
  '<<>>',
  '/N',
  '1 0 R',
  '3 0 R',
  '999 0 R',
];
const WORDS = [
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  ' R',
  '%%EOF',
];

const MUTATIONS: readonly Mutation[] = [
  // One to eight bytes change.
  (bytes, random) => {
    const out = bytes.slice();
    for (let left = 1 + pick(random, 8); left > 0; left--) out[pick(random, out.length)] = pick(random, 256);
    return out;
  },
  // One bit flips.
  (bytes, random) => {
    const out = bytes.slice();
    out[pick(random, out.length)]! ^= 1 << pick(random, 8);
    return out;
  },
  // The end is lost; the beginning; a piece in between.
  (bytes, random) => bytes.slice(0, pick(random, bytes.length)),
  (bytes, random) => splice(bytes, 0, pick(random, 200), []),
  (bytes, random) => splice(bytes, pick(random, bytes.length), pick(random, 500), []),
  // A piece is duplicated, or moved.
  (bytes, random) => {
    const from = pick(random, bytes.length);
    return splice(bytes, pick(random, bytes.length), 0, bytes.subarray(from, from + pick(random, 1000)));
  },
  (bytes, random) => {
    const [a, b] = [pick(random, bytes.length), pick(random, bytes.length)].sort((x, y) => x - y);
    const length = Math.min(pick(random, 300), b! - a!, bytes.length - b!);
    const out = bytes.slice();
    out.set(bytes.subarray(b, b! + length), a);
    out.set(bytes.subarray(a, a! + length), b);
    return out;
  },
  // A significant number changes.
  changeNumber,
  changeNumber,
  (bytes, random) => changeNumber(changeNumber(bytes, random), random),
  // A keyword is lost or misplaced.
  (bytes, random) => {
    const word = WORDS[pick(random, WORDS.length)]!;
    const places = [...textOf(bytes).matchAll(new RegExp(word.replace(/[[\]()]/g, '\\$&'), 'g'))];
    if (places.length === 0) return bytes;
    return splice(bytes, places[pick(random, places.length)]!.index, word.length, []);
  },
  (bytes, random) =>
    splice(bytes, pick(random, bytes.length), 0, bytesOf(WORDS[pick(random, WORDS.length)]!)),
];

const IN_STREAMS = inStreamData([...DATA_MUTATIONS, ...TOKEN_MUTATIONS, changeNumber]);

/**
 * One to three mutations by seed: bytes of the file, tokens of its syntax, or the data of a stream. In most
 * cases the cross-reference and lengths are corrected afterwards.
 */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = randomOf(seed);
  let out = bytes;
  for (let left = countOf(random); left > 0; left--) out = pickOf(random, KINDS)(out, random);
  return random() < 0.6 ? reseat(out) : new Uint8Array(out);
}

/** One to three mutations in stream data of an otherwise sound file. */
export function mutateData(bytes: Uint8Array, seed: number): Uint8Array {
  const random = randomOf(seed);
  let out = bytes;
  for (let left = countOf(random); left > 0; left--) out = IN_STREAMS(out, random);
  return reseat(out);
}

/** Number of mutations for the seed. */
export function mutationCount(seed: number): number {
  return countOf(randomOf(seed));
}

function randomOf(seed: number): () => number {
  return sequence(Math.imul(seed + 1, 0x9e3779b1));
}

function countOf(random: () => number): number {
  return 1 + pick(random, 3);
}

const KINDS: readonly Mutation[] = [
  (bytes, random) => pickOf(random, MUTATIONS)(bytes, random),
  (bytes, random) => pickOf(random, TOKEN_MUTATIONS)(bytes, random),
  (bytes, random) => IN_STREAMS(bytes, random),
];

function changeNumber(bytes: Uint8Array, random: () => number): Uint8Array {
  const places = [...textOf(bytes).matchAll(NUMBERS)];
  if (places.length === 0) return bytes;
  const place = places[pick(random, places.length)]!;
  const number = place[1]!;
  const near = String(Number(number) + (random() < 0.5 ? 1 : -1));
  const odd = random() < 0.3 ? near : ODD_NUMBERS[pick(random, ODD_NUMBERS.length)]!;
  return splice(bytes, place.index + place[0].length - number.length, number.length, bytesOf(odd));
}
