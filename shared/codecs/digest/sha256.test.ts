import { sha256 as judge } from '@noble/hashes/sha2.js';
import { afterEach, expect, test } from 'vitest';
import { noise } from '../../testing/pictures/noise.ts';
import { portableSha256, provideSha256, sha256, sha256Hex, sha256HexOf } from './sha256.ts';

afterEach(() => provideSha256(portableSha256));

test('the examples of the standard', () => {
  expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(sha256HexOf([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('every length around a block and around what is held at a time is as another program has it', () => {
  const bytes = noise(220_000);
  const lengths = [...Array(200).keys(), 65_000, 65_535, 65_536, 65_537, 131_072 - 9, 131_072 - 8, 200_001];
  for (const length of lengths) {
    const some = bytes.subarray(7, 7 + length);
    expect(portableSha256([some]), `${length} bytes`).toEqual(judge(some));
  }
});

test('parts count as one piece', () => {
  const bytes = noise(220_000);
  const cuts = [0, 1, 63, 64, 70_000, 140_001, bytes.length];
  const parts = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
  expect(portableSha256(parts)).toEqual(judge(bytes));
});

test('a host may bring its own', () => {
  provideSha256(() => new Uint8Array(32).fill(0xab));
  expect(sha256([])).toEqual(new Uint8Array(32).fill(0xab));
  expect(sha256HexOf([])).toBe('ab'.repeat(32));
});
