import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A test's own server at its very first start. */
export interface OwnServer {
  readonly origin: string;
  /** The setup link that it printed. */
  readonly setUpLink: string;
  readonly dataDir: string;
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
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let text = '';
  let greeting: RegExpExecArray | null = null;
  for await (const chunk of child.stdout) {
    text += chunk;
    greeting = GREETING.exec(text);
    if (greeting !== null) break;
  }
  const [, origin, setUpLink] = greeting ?? [];
  if (origin === undefined || setUpLink === undefined) throw new Error(`the server did not start: ${text}`);
  return {
    origin,
    setUpLink,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true });
    },
  };
}
