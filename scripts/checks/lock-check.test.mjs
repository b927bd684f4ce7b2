import { expect, test } from 'vitest';
import { lockProblems } from './lock-check.mjs';

test('a complete lock file has no problem', () => {
  const packages = {
    '': { optionalDependencies: { alpha: '1' } },
    'node_modules/alpha': { optionalDependencies: { '@os/linux': '1', '@os/mac': '1' } },
    'node_modules/@os/linux': {},
    'node_modules/alpha/node_modules/@os/mac': {},
  };
  expect(lockProblems({ packages })).toEqual([]);
});

test('names the package whose binary for another platform is missing', () => {
  const packages = {
    'node_modules/alpha': { optionalDependencies: { '@os/linux': '1', '@os/mac': '1' } },
    'node_modules/@os/linux': {},
  };
  expect(lockProblems({ packages })).toEqual([
    'node_modules/alpha: its optional dependency @os/mac has no entry',
  ]);
});

test('refuses a download address', () => {
  const packages = { 'node_modules/alpha': { resolved: 'https://registry.example/alpha.tgz' } };
  expect(lockProblems({ packages })).toEqual(['node_modules/alpha: has a "resolved" address']);
});
