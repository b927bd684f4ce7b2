import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runProgram } from '../project.mjs';

/**
 * @typedef {{
 *   readonly origin: string,
 *   readonly key: string,
 *   makeKey(name: string): Promise<string>,
 *   peakMib(): number,
 *   memoryMib(): number,
 *   cpuSeconds(): number,
 *   forgetPeak(): void,
 *   stop(): Promise<void>,
 * }} BenchServer `peakMib` is the most memory its processes held since `forgetPeak`, each at its own time; 0 where the system does not say
 */

/**
 * The built server with its defaults, but without limits of requests in a minute, and a key for it.
 *
 * @returns {Promise<BenchServer>}
 */
export async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'pagelight-bench-'));
  const program = (/** @type {string} */ name) => join(ROOT, 'dist/server', `${name}.js`);
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' };
  const limits = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_ADDRESS: '0' };
  const child = spawn(process.execPath, [program('main')], {
    env: { ...process.env, ...env, ...limits },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = await once(child.stdout.setEncoding('utf8'), 'data');
  const port = /http:\/\/localhost:(\d+)/.exec(greeting)?.[1];
  if (port === undefined) throw new Error(`the server did not say where it is: ${greeting}`);
  const makeKey = async (/** @type {string} */ name) => {
    const created = await runProgram(process.execPath, [program('keys-cli'), 'create', '--name', name], {
      output: 'keep',
      env,
    });
    const secret = /pgl_live_\w+/.exec(created.output)?.[0];
    if (secret === undefined) throw new Error(`no key was made: ${created.output}`);
    return secret;
  };
  const key = await makeKey('bench');
  /** The server, and its processes for documents. */
  const pids = () => [
    child.pid,
    ...readIfThere(`/proc/${child.pid}/task/${child.pid}/children`).split(' ').filter(Boolean),
  ];
  const sum = (/** @type {(pid: string | number | undefined) => number} */ of) =>
    pids().reduce((/** @type {number} */ all, pid) => all + of(pid), 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    key,
    makeKey,
    peakMib: () =>
      sum((pid) => Number(/^VmHWM:\s*(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)) / 1024,
    memoryMib: () =>
      sum((pid) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)) / 1024,
    // The 14th and 15th field, in hundredths, and the next two of processes that have ended; the 2nd is a name in
    // parentheses (proc_pid_stat(5)).
    cpuSeconds: () =>
      sum((pid) => {
        const fields = readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
        return fields.slice(11, 15).reduce((all, field) => all + Number(field), 0) / 100;
      }),
    forgetPeak() {
      for (const pid of pids()) {
        try {
          writeFileSync(`/proc/${pid}/clear_refs`, '5');
        } catch {
          // Then the peak is that of the whole run.
        }
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
