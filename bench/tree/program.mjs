import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PRELOADED = join(import.meta.dirname, 'usage-at-exit.cjs');
/** A user without rights of root, for whom a folder of mode 000 is unreadable. */
const NOBODY = 65534;

/**
 * @typedef {object} Ended
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 * @property {string} err
 * @property {number} firstMs time until the first line of output
 * @property {number} wallMs
 * @property {number | undefined} cpuMs undefined after a SIGKILL
 * @property {number} peakMib
 */

/**
 * Runs the command and passes on each line of its JSON.
 *
 * @param {{ program: string, args: readonly string[], folder: string, asNobody?: boolean }} run
 * @param {(line: any, kill: () => void) => void} [onLine] may end the program by SIGKILL
 * @returns {Promise<Ended>}
 */
export async function runProgram({ program, args, folder, asNobody = false }, onLine = () => {}) {
  const usageFile = join(folder, 'usage.json');
  rmSync(usageFile, { force: true });
  const began = performance.now();
  const child = spawn(process.execPath, ['--require', PRELOADED, program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PAGELIGHT_STATE_DIR: join(folder, 'state'),
      USAGE_FILE: usageFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asNobody && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const kill = () => void child.kill('SIGKILL');
  let firstMs = Number.NaN;
  let err = '';
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    if (err.length < 100_000) err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - began;
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line), kill);
  });
  let peakMib = 0;
  const look = setInterval(() => {
    peakMib = Math.max(peakMib, peakOf(child.pid));
  }, 50);
  const [code, signal] = await once(child, 'close');
  clearInterval(look);
  const wallMs = performance.now() - began;
  if (signal !== null) return { code, signal, err, firstMs, wallMs, cpuMs: undefined, peakMib };
  const usage = JSON.parse(readFileSync(usageFile, 'utf8'));
  const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000;
  return { code, signal, err, firstMs, wallMs, cpuMs, peakMib: usage.maxRSS / 1024 };
}

/** @param {number | undefined} pid */
function peakOf(pid) {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0;
  }
}
