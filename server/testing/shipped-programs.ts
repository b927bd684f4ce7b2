import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { built } from '../../library/testing/built.ts';

/** A running built program of the server. */
export interface ShippedProgram {
  readonly child: ChildProcess;
  /** All output so far. */
  readonly text: { out: string; err: string };
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** Resolves once the output matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts the server's programs for the tests of a file. Each test has its own folder and leaves no process behind. */
export function shippedPrograms() {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagelight-entry-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(folder, { recursive: true });
  });

  return {
    /** The folder of this test. */
    folder: () => folder,
    /** Starts an entry with the given environment and nothing of the caller's. */
    start(
      entry: string,
      args: readonly string[] = [],
      env: Readonly<Record<string, string>> = {},
    ): ShippedProgram {
      const child = spawn(process.execPath, [built(`server/${entry}`), ...args], {
        env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      const text = { out: '', err: '' };
      child.stdout.on('data', (chunk) => {
        text.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        text.err += chunk;
      });
      const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
      return {
        child,
        text,
        ended,
        async printed(pattern) {
          for (;;) {
            const match = pattern.exec(text.out);
            if (match !== null) return match;
            await Promise.race([
              once(child.stdout, 'data'),
              ended.then((end) => {
                throw new Error(`ended without ${pattern}: ${JSON.stringify(end)}`);
              }),
            ]);
          }
        },
      };
    },
  };
}
