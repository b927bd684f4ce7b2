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
 *   peakMib(): number,
 *   cpuSeconds(): number,
 *   forgetPeak(): void,
 *   stop(): Promise<void>,
 * }} BenchServer `peakMib` is the most memory its process held since `forgetPeak`; NaN where the system does not say
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
  const created = await runProgram(process.execPath, [program('keys-cli'), 'create', '--name', 'bench'], {
    output: 'keep',
    env,
  });
  const key = /pgl_live_\w+/.exec(created.output)?.[0];
  if (key === undefined) throw new Error(`no key was made: ${created.output}`);
  const proc = (/** @type {string} */ file) => `/proc/${child.pid}/${file}`;
  return {
    origin: `http://127.0.0.1:${port}`,
    key,
    peakMib: () => Number(/^VmHWM:\s*(\d+) kB$/m.exec(readIfThere(proc('status')))?.[1] ?? Number.NaN) / 1024,
    cpuSeconds() {
      // The 14th and 15th field, in hundredths; the 2nd is a name in parentheses (proc_pid_stat(5)).
      const fields = readIfThere(proc('stat')).split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    forgetPeak() {
      try {
        writeFileSync(proc('clear_refs'), '5');
      } catch {
        // Then the peak is that of the whole run.
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
