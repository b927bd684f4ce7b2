import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runProgram } from '../../scripts/project.mjs';

/**
 * @typedef {{
 *   readonly origin: string,
 *   readonly key: string,
 *   makeKey(name: string): Promise<string>,
 *   peakMib(): number,
 *   memoryMib(): number,
 *   cpuSeconds(): number,
 *   scheduled(): Scheduled,
 *   eventLoopP99Ms(): Promise<number>,
 *   wholeCollections(): Promise<number>,
 *   forgetPeak(): void,
 *   stop(): Promise<void>,
 * }} BenchServer `peakMib`: sum of the peak memory of its processes since `forgetPeak`; 0 if unavailable;
 *   `eventLoopP99Ms`: since the last call; `wholeCollections`: number of full collections of its own heap since its start
 * @typedef {{
 *   readonly waitedMs: number,
 *   readonly serverS: number,
 *   readonly machineS: number,
 *   readonly possibleS: number,
 * }} Scheduled since each start: time that the server's own thread and its process for small documents were runnable
 *   without a processor; processor time of the server and its processes, of the whole machine, and the possible maximum
 */

/**
 * Starts the built server with its defaults, but without rate limits, and creates a key.
 *
 * @param {Readonly<Record<string, string>>} settings beside the defaults
 * @returns {Promise<BenchServer>}
 */
export async function startServer(settings = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pagelight-bench-'));
  const program = (/** @type {string} */ name) => join(ROOT, 'dist/server', `${name}.js`);
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings };
  const limits = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_ADDRESS: '0' };
  const child = spawn(process.execPath, [program('main')], {
    env: { ...process.env, ...env, ...limits },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In its own session, like a service: processes of one session share Linux's processor time (sched(7)).
    detached: true,
  });
  // The terminal's signals do not reach that session.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => {
      child.kill('SIGTERM');
      process.exit(1);
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
  /** The server and its document processes. */
  const pids = () => [
    child.pid,
    ...readIfThere(`/proc/${child.pid}/task/${child.pid}/children`).split(' ').filter(Boolean),
  ];
  const sum = (/** @type {(pid: string | number | undefined) => number} */ of) =>
    pids().reduce((/** @type {number} */ all, pid) => all + of(pid), 0);
  const cpuSeconds = () =>
    sum((pid) => {
      const times = statOf(pid).slice(...CPU_TIMES);
      return times.reduce((all, hundredths) => all + Number(hundredths), 0) / 100;
    });
  const origin = `http://127.0.0.1:${port}`;
  const metrics = async () => (await fetch(`${origin}/metrics`)).text();
  return {
    origin,
    key,
    makeKey,
    peakMib: () =>
      sum((pid) => Number(/^VmHWM:\s*(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)) / 1024,
    memoryMib: () =>
      sum((pid) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0)) / 1024,
    cpuSeconds,
    scheduled() {
      const prompt = pids().filter((pid) => pid === child.pid || statOf(pid)[NICENESS] === '0');
      const waitedNs = prompt.map((pid) => Number(readIfThere(`/proc/${pid}/schedstat`).split(' ')[1] ?? 0));
      return {
        waitedMs: waitedNs.reduce((all, ns) => all + ns, 0) / 1e6,
        serverS: cpuSeconds(),
        ...machineSeconds(),
      };
    },
    async eventLoopP99Ms() {
      const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await metrics());
      return Number(seconds?.[1]) * 1000;
    },
    async wholeCollections() {
      const count = /^nodejs_gc_duration_seconds_count\{kind="major"\} (\d+)$/m.exec(await metrics());
      return Number(count?.[1] ?? 0);
    },
    forgetPeak() {
      for (const pid of pids()) {
        try {
          writeFileSync(`/proc/${pid}/clear_refs`, '5');
        } catch {
          // The peak covers the whole run.
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

/** Indexes into the result of `statOf`: own processor times and those of ended children, in hundredths of a second. */
const CPU_TIMES = /** @type {const} */ ([11, 15]);
const NICENESS = 16;

/**
 * Fields of a process from the third on; the second is a name in parentheses (proc_pid_stat(5)).
 *
 * @param {string | number | undefined} pid
 */
function statOf(pid) {
  return readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
}

/** Sum over all processors (proc_stat(5)). */
function machineSeconds() {
  const [line = ''] = readIfThere('/proc/stat').split('\n');
  const [user = 0, nice = 0, system = 0, idle = 0, io = 0, irq = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map((hundredths) => Number(hundredths) / 100);
  const machineS = user + nice + system + irq + soft + stolen;
  return { machineS, possibleS: machineS + idle + io };
}
