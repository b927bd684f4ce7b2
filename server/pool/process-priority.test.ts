import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { JobProcess } from './job-process.ts';
import { lowerSessionPriority, lowerThreadPriority } from './process-priority.ts';

const workerFile = fileURLToPath(new URL('../testing/stub-worker.mjs', import.meta.url));
const SETUP = { workThreadFile: '', workThreads: 1, heapMb: 128, tasksPerProcess: 100 };

/** The 6th field; the 2nd is a name in parentheses (proc_pid_stat(5)). */
function sessionOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[3]);
}

test('a process that stands back has a session of its own, and one that need not has that of the server', async () => {
  for (const niceness of [0, 10]) {
    let onGone = () => {};
    const gone = new Promise<void>((resolve) => {
      onGone = resolve;
    });
    const settings = { workerFile, setup: { ...SETUP, niceness }, memoryMb: 128 };
    const started = new JobProcess(settings, onGone);
    expect(sessionOf(started.pid!)).toBe(niceness === 0 ? sessionOf(process.pid) : started.pid);
    started.kill();
    await gone;
  }
});

test('it stands back behind its own session and behind others, and what is gone is left alone', async () => {
  const program = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
  const pid = program.pid!;
  lowerThreadPriority(pid, 7);
  lowerSessionPriority(pid, 7);
  expect(getPriority(pid)).toBe(7);
  // Kernels built without autogroups have no such file.
  const autogroup = `/proc/${pid}/autogroup`;
  if (existsSync(autogroup)) expect(readFileSync(autogroup, 'latin1')).toMatch(/ nice 7$/m);
  program.kill('SIGKILL');
  await once(program, 'exit');
  lowerThreadPriority(pid, 9);
  lowerSessionPriority(pid, 9);
});
