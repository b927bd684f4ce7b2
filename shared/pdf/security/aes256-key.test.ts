import { expect, test } from 'vitest';
import { openAes256 } from './aes256-key.ts';
import type { Aes256Dictionary } from './encrypt-dictionary.ts';

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));

/** Written by qpdf for the password "user"; the hash ends in a round whose last byte is exactly the limit. */
const AT_THE_LIMIT = {
  revision: 6,
  userEntry: fromHex(
    '416c5d9aa93448c22263129d221bdbb5ad9e9ce5f08674d95ceb33e90bfa73003e25c106efb7dde5c034ea2dfc5e4b32',
  ),
  keyWrappedByUser: fromHex('f4fa5df3be6b37135a2f56fa9e46647922fdbb1e87cb4b119d2ad9fdc01d1848'),
  ownerEntry: new Uint8Array(48),
  keyWrappedByOwner: new Uint8Array(32),
} as unknown as Aes256Dictionary;

test('a password is hashed in as many rounds as algorithm 2.B says, to the last one', () => {
  const opened = openAes256(AT_THE_LIMIT, new TextEncoder().encode('user'));
  expect(opened).toMatchObject({ openedAs: 'user' });
  expect(opened?.fileKey).toHaveLength(32);
  expect(openAes256(AT_THE_LIMIT, new TextEncoder().encode('User'))).toBeNull();
});
