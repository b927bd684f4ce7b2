import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment } from './environment.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the project's commands as a user would type it: `npm run -s NAME -- ARGS`. */
export async function runCommand(
  name: 'compress' | 'verify' | 'keys',
  ...args: readonly string[]
): Promise<Ended> {
  const { dataDir } = await environment();
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', name, '--', ...args], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Creates an API key of the running server. */
export async function createKey(name: string): Promise<{ readonly key: string; readonly id: string }> {
  const { code, stdout, stderr } = await runCommand('keys', 'create', '--name', name);
  const id = /Key (\S+) is made/.exec(stderr)?.[1];
  if (code !== 0 || id === undefined) throw new Error(`no key was made: ${stderr}`);
  return { key: stdout.trim(), id };
}
