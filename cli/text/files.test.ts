import { statSync } from 'node:fs';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { here, pdf, put, run, withShrinkFolder } from '../testing/shrink-run.ts';
import { describeFileError } from './files.ts';

withShrinkFolder();

test('a PDF beyond 2 GB is left as it is, said with its path once, and the others are done', async () => {
  await put({ 'a.pdf': pdf });
  await writeFile(here('large.pdf'), pdf);
  // The rest is a hole, which takes no space.
  await truncate(here('large.pdf'), 2 ** 31 + 1);
  const { code, err, compressed } = await run([here('large.pdf'), here('a.pdf'), '-o', here('out')]);
  expect([code, compressed]).toEqual([1, 1]);
  expect(err).toContain(`${here('large.pdf')}: cannot_read: the file is larger than 2 GB\n`);
  expect(err.split('large.pdf')).toHaveLength(2);
  expect(statSync(here('large.pdf')).size).toBe(2 ** 31 + 1);
});

test('an error that has no words of ours does not repeat the path', async () => {
  await symlink(here('b.pdf'), here('a.pdf'));
  await symlink(here('a.pdf'), here('b.pdf'));
  const thrown = (() => {
    try {
      return statSync(here('a.pdf'));
    } catch (error) {
      return error;
    }
  })();
  expect(describeFileError(thrown)).toBe('ELOOP: too many symbolic links encountered');
});
