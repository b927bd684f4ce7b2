import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKey, hashSecret, isWellFormedKey, keyHint } from './key-format.ts';

describe('keys', () => {
  test('have a prefix, 32 random characters and a checksum', () => {
    const key = createKey();
    expect(key).toMatch(/^pgl_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
    expect(createKey()).not.toBe(key);
  });

  test('refuse any one mistyped character', () => {
    const key = createKey();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: key.length - 1 }), fc.constantFrom(...'aB3_'), (at, typo) => {
        const typed = key.slice(0, at) + typo + key.slice(at + 1);
        return typed === key || !isWellFormedKey(typed);
      }),
    );
  });

  test.each(['', 'pgl_live_', `${createKey()}a`, ` ${createKey()}`, createKey().slice(0, -1)])(
    'refuse %o by its shape',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    },
  );

  test('are kept as SHA-256, and shown by start and end', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(keyHint('pgl_live_ABCDxxxxWXYZ')).toBe('pgl_live_ABCD…WXYZ');
  });
});
