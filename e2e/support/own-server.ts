import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A test's own server at its very first start. */
export interface OwnServer {
  readonly origin: string;
  /** The setup link that it printed. */
  readonly setUpLink: string;
  readonly dataDir: string;
  /** All that it printed so far, such as its log. */
  printed(): string;
  /** @throws Error with all it printed if it had ended by itself */
  stop(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');
const GREETING = /runs at (\S+)[\s\S]*?(http\S+\/setup\?token=\w+)/;

/**
 * @param host address to listen on, such as 127.0.0.1
 * @param settings further environment variables
 */
export async function startOwnServer(
  host: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagelight-e2e-own-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, HOST: host, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = printedBy(child);
  const ended = once(child, 'exit');
  const [, origin, setUpLink] = (await printed.matchOf(GREETING)) ?? [];
  if (origin === undefined || setUpLink === undefined)
    throw new Error(`the server did not start: ${printed.text()}`);
  return {
    origin,
    setUpLink,
    dataDir,
    printed: printed.text,
    async stop() {
      const endedByItself = child.exitCode ?? child.signalCode;
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true });
      if (endedByItself !== null) throw new Error(`the server ended (${endedByItself}): ${printed.text()}`);
    },
  };
}

/** Collects all that a server prints, to its end: a log whose pipe is closed early is lost. */
function printedBy(child: ChildProcessByStdio<null, Readable, Readable>) {
  let text = '';
  let told = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      told();
    });
  }
  return {
    text: () => text,
    /** Waits for a match; null if the server ends without it. */
    matchOf: (pattern: RegExp) =>
      new Promise<RegExpExecArray | null>((resolve) => {
        told = () => {
          const match = pattern.exec(text);
          if (match !== null) resolve(match);
        };
        child.once('close', () => resolve(null));
      }),
  };
}
