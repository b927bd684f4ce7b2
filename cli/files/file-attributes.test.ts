import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyMode, restoreSetId } from './file-attributes.ts';

test.each([
  [0o644, 0o644],
  [0o664, 0o664],
  // Neither programs nor another's files become writable or readable by more than the original was.
  [0o755, 0o644],
  [0o400, 0o600],
  [0o600, 0o600],
])('a copy of a file with mode %o is created with %o', async (mode, created) => {
  expect(copyMode({ ...(await stat('.')), mode: 0o100_000 | mode })).toBe(created);
});

test.each([
  [0o640, 0o600],
  [0o4750, 0o4750],
  [0o2750, 0o2750],
])('after writing, mode %o of the original makes 600 into %o', async (original, mode) => {
  const folder = await mkdtemp(join(tmpdir(), 'pagelight-modes-'));
  const file = await open(join(folder, 'a'), 'w', 0o600);
  await restoreSetId(file, original);
  expect((await file.stat()).mode & 0o7777).toBe(mode);
  await file.close();
  await rm(folder, { recursive: true });
});
