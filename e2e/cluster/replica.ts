import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { type Program, removeFolder, startProgram, temporaryFolder, until } from './programs.ts';

/** The built server as one of several replicas. */
export interface Replica {
  readonly port: number;
  readonly origin: string;
  /** The process of the last start. */
  program(): Program;
  /** Resolves once it is ready for requests. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

export async function createReplica(settings: Readonly<Record<string, string>>): Promise<Replica> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const folder = await temporaryFolder('replica');
  let program: Program;
  return {
    port,
    origin,
    program: () => program,
    async start() {
      // Other tests run beside this one and would starve documents that stand back.
      const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, JOB_NICENESS: '0', ...settings };
      program = startProgram(process.execPath, [MAIN], { env });
      await until(`${origin} is ready`, () => isReady(origin), program);
    },
    async remove() {
      await program.stop('SIGKILL');
      await removeFolder(folder);
    },
  };
}

export function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
