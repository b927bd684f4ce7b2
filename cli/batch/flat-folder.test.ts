import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Compress } from '../documents/compress-port.ts';
import { core, here, linesOf, pdf, put, run, tree, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
/** Id of a program that has ended. */
const endedPid = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
const stale = (where: string, number: number) =>
  join(where, `.pagelight-${machine}-${endedPid}-00000000000${number}.part`);

test('a folder is searched for stale files once, not for every result', async () => {
  await put({
    'in/a.pdf': pdf,
    'in/b.pdf': pdf,
    'in/c.pdf': pdf,
    [stale('in', 1)]: 'half',
    [stale('kept', 1)]: 'half',
    [stale('receipts', 1)]: 'half',
  });
  let begun = 0;
  const withMore: Compress = async (input, call) => {
    begun += 1;
    // All folders were searched with the first result; listing them again would find these.
    if (begun === 2)
      await put({ [stale('in', 2)]: 'x', [stale('kept', 2)]: 'x', [stale('receipts', 2)]: 'x' });
    return core(input, call);
  };
  const args = [
    '--in-place',
    '--backup',
    here('kept'),
    '--receipts',
    here('receipts'),
    '--jobs',
    '1',
    '--json',
  ];
  const { out } = await run(['-r', here('in'), ...args], { core: withMore });
  expect(linesOf(out).map(({ status }) => status)).toEqual(['smaller', 'smaller', 'smaller']);
  expect((await tree()).filter((name) => name.endsWith('.part'))).toEqual(
    [stale('in', 2), stale('kept', 2), stale('receipts', 2)].sort(),
  );
  // The next run finds them.
  await put({ 'in/d.pdf': pdf });
  await run(['-r', here('in'), ...args]);
  expect((await tree()).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a resumed run writes its lines many at a time, and all of them before it ends', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `in/${index}.pdf`);
  await put(Object.fromEntries(names.map((name) => [name, 'no PDF'])));
  const args = ['-r', here('in'), '--in-place', '--json'];
  await run(args);
  const writes: string[] = [];
  const output = { out: (text: string) => void writes.push(text), err() {} };
  await run(args, { output });
  expect(linesOf(writes.join(''))).toHaveLength(names.length);
  // A system call for each line was a third of the processor time.
  expect(writes.length).toBeLessThan(names.length / 10);
});
