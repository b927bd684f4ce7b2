import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileErrorCode, FileResult, MissedLimit } from './file-result.ts';

type Names<T extends PropertyKey> = Readonly<Record<T, true>>;

/** A new field or code does not compile until it is named here, and then the README must have it. */
const FIELDS: Names<keyof FileResult> = {
  file: true,
  status: true,
  output: true,
  parts: true,
  receipt: true,
  lostAttributes: true,
  earlierOutputs: true,
  inputSize: true,
  outputSize: true,
  warnings: true,
  missed: true,
  chosen: true,
  stayed: true,
  problem: true,
};
const OF_LIMIT: Names<keyof MissedLimit> = { requestedSize: true, minSize: true, mode: true, remedy: true };
const CODES: Names<FileErrorCode | NonNullable<FileResult['problem']>['code']> = {
  cannot_read: true,
  cannot_write: true,
  output_exists: true,
  modified_concurrently: true,
  hard_linked: true,
  out_of_memory: true,
  time_limit: true,
  internal: true,
  not_a_pdf: true,
  encrypted_pdf: true,
  damaged_pdf: true,
  unsupported_filter: true,
  cannot_split: true,
  limit_exceeded: true,
};

test('the README has every field and code of a line of --json', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const part = readme.slice(readme.indexOf('With `--json` each PDF is one line'));
  const names = [FIELDS, OF_LIMIT, CODES].flatMap((each) => Object.keys(each));
  expect(names.filter((name) => !part.includes(`\`${name}\``))).toEqual([]);
});
