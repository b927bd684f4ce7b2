import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;

/** An id that sorts by time and cannot be guessed: 48 bits of time and 80 random ones, as UUIDv7 has them. */
export function newId(kind: 'job' | 'file' | 'out' | 'wh' | 'evt', now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = LETTERS[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return `${kind}_${text}`;
}

/** The first id of this kind at a time: sorts before all later ones. */
export function firstIdAt(kind: 'job' | 'evt', time: number): string {
  const value = BigInt(Math.max(0, time)) << 80n;
  let text = '';
  for (let place = 0; place < LENGTH; place += 1)
    text = LETTERS[Number((value >> BigInt(5 * place)) & 31n)] + text;
  return `${kind}_${text}`;
}

/** The time in an id. */
export function timeOf(id: string): number {
  const text = id.slice(id.indexOf('_') + 1).slice(0, LENGTH);
  const value = [...text].reduce((sum, letter) => (sum << 5n) | BigInt(LETTERS.indexOf(letter)), 0n);
  return Number(value >> 80n);
}
