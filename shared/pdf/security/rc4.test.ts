import { expect, test } from 'vitest';
import { rc4 } from './rc4.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));

test.each([
  ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
  ['Wiki', 'pedia', '1021bf0420'],
  ['Secret', 'Attack at dawn', '45a01f645fc35b383552544b9bf5'],
])('gives the known cipher text for %s', (key, plain, cipher) => {
  const encode = (text: string) => new TextEncoder().encode(text);
  expect(hex(rc4(encode(key), encode(plain)))).toBe(cipher);
  expect(hex(rc4(encode(key), bytes(cipher)))).toBe(hex(encode(plain)));
});

test('gives the key stream of RFC 6229 for 40 and 128 bits, also far into it', () => {
  const stream40 = rc4(bytes('0102030405'), new Uint8Array(4112));
  expect(hex(stream40.subarray(0, 16))).toBe('b2396305f03dc027ccc3524a0a1118a8');
  expect(hex(stream40.subarray(4096))).toBe('ff25b58995996707e51fbdf08b34d875');
  const stream128 = rc4(bytes('0102030405060708090a0b0c0d0e0f10'), new Uint8Array(16));
  expect(hex(stream128)).toBe('9ac7cc9a609d1ef7b2932899cde41b97');
});

test('leaves its arguments as they were', () => {
  const key = bytes('0102030405');
  const data = bytes('00ff');
  rc4(key, data);
  expect([hex(key), hex(data)]).toEqual(['0102030405', '00ff']);
});
