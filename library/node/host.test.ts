import { sha256 as judge } from '@noble/hashes/sha2.js';
import { afterEach, expect, test } from 'vitest';
import { portableSha256, provideSha256, sha256 } from '../../shared/codecs/digest/sha256.ts';
import { createNodeHost } from './host.ts';

afterEach(() => provideSha256(portableSha256));

test("Node's digests are the core's", () => {
  createNodeHost();
  const parts = [new Uint8Array(0), new Uint8Array(63).fill(7), new Uint8Array(70_000).fill(9)];
  expect(sha256(parts)).toEqual(judge(new Uint8Array(parts.flatMap((part) => [...part]))));
  expect(sha256(parts)).toEqual(portableSha256(parts));
  expect(sha256([])).toEqual(judge(new Uint8Array(0)));
});
