import { describe, expect, test } from 'vitest';
import { readBucketAddress, readBucketRules } from './bucket-rules.ts';

const RULES = readBucketRules('scans=read,results/2026/=write,open=both')!;

test.each([
  ['s3://scans/a/b.pdf', 'read', { bucket: 'scans', key: 'a/b.pdf' }],
  ['s3://results/2026/b.pdf', 'write', { bucket: 'results', key: '2026/b.pdf' }],
  ['s3://open/ä b.pdf', 'read', { bucket: 'open', key: 'ä b.pdf' }],
  ['s3://open/..pdf/.a', 'write', { bucket: 'open', key: '..pdf/.a' }],
] as const)('%s is open to %s', (address, use, place) => {
  expect(readBucketAddress(address, RULES, use)).toEqual(place);
});

test.each([
  ['s3://scans/a.pdf', 'write', 'bucket'],
  ['s3://results/2026/a.pdf', 'read', 'bucket'],
  ['s3://results/2025/a.pdf', 'write', 'bucket'],
  ['s3://results/2026x/a.pdf', 'write', 'bucket'],
  ['s3://other/a.pdf', 'read', 'bucket'],
  ['s3://results/2026/../2025/a.pdf', 'write', 'key'],
  ['s3://open/./a.pdf', 'read', 'key'],
  ['s3://open/a//b.pdf', 'read', 'key'],
  ['s3://open/', 'read', 'key'],
  ['s3://open/{name}.pdf', 'write', 'key'],
  ['s3://open/a\nb.pdf', 'write', 'key'],
  [`s3://open/${'ä'.repeat(513)}`, 'write', 'key'],
  ['https://open/a.pdf', 'read', 'not_a_url'],
] as const)('%j is not open to %s: %s', (address, use, reason) => {
  expect(() => readBucketAddress(address, RULES, use)).toThrow(expect.objectContaining({ reason }));
});

describe('rules', () => {
  test.each(['scans', 'scans=', 'scans=all', 'S=read', 'a b=read', 'scans=read;open=both'])(
    '%s is none',
    (text) => {
      expect(readBucketRules(text)).toBeUndefined();
    },
  );

  test('a folder ends with one slash, however it was written', () => {
    const prefixes = readBucketRules('aaa/b=read, aaa/b//=read,aaa/=read,')?.map(({ prefix }) => prefix);
    expect(prefixes).toEqual(['b/', 'b/', '']);
  });
});
