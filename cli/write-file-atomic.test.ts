import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeStaleTempFiles, writeFileAtomic } from './write-file-atomic.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-parts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

/** Id of a program that has ended, so no process has it now. */
function endedPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

test('only parts of an ended run on this machine are taken away', async () => {
  const partOf = (where: string, pid: number) => `.pagelight-${where}-${pid}-0123456789ab.part`;
  const left = partOf(machine, endedPid());
  const others = [partOf(machine, process.pid), partOf(machine, process.ppid), partOf('abcdef', 1), 'a.part'];
  for (const name of [left, ...others]) await writeFile(join(folder, name), 'x');
  await removeStaleTempFiles(folder);
  expect((await readdir(folder)).sort()).toEqual(others.sort());
  await removeStaleTempFiles(join(folder, 'none'));
});

test('times are those that are given', async () => {
  const path = join(folder, 'a.pdf');
  await writeFileAtomic(path, new Uint8Array(3), { times: { atimeMs: 1000, mtimeMs: 1_234_500 } });
  expect(await stat(path)).toMatchObject({ size: 3, atimeMs: 1000, mtimeMs: 1_234_500 });
});
