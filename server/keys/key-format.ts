import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key is `pgl_live_`, 32 random base62 characters (190 bits) and 6 with the CRC-32 of all before them. The prefix
 * lets secret scanners find leaked keys; the checksum rejects mistyped ones without a database query.
 */
export const KEY_PREFIX = 'pgl_live_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARACTERS = 32;
/** 62^6 is more than 2^32. */
const CHECKSUM_CHARACTERS = 6;
const KEY_PATTERN = new RegExp(
  `^(${KEY_PREFIX}[0-9A-Za-z]{${SECRET_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
);

export function createKey(): string {
  const unchecked = KEY_PREFIX + randomBase62(SECRET_CHARACTERS);
  return unchecked + checksum(unchecked);
}

/** False if the shape or the checksum is wrong. */
export function isWellFormedKey(text: string): boolean {
  const match = KEY_PATTERN.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** SHA-256 in hex. A key is random enough that a slow hash would protect nothing more. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The part of a key that may be shown after its creation. */
export function keyHint(key: string): string {
  return `${key.slice(0, KEY_PREFIX.length + 4)}…${key.slice(-4)}`;
}

export function randomBase62(characters: number): string {
  return Array.from({ length: characters }, () => BASE62[randomInt(62)]).join('');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
