import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Environment {
  readonly port: number;
  /** Empty at the start and removed at the end; holds the other two. */
  readonly root: string;
  /** Data folder of the server. */
  readonly dataDir: string;
  /** Holds files that tests create and give to the page. */
  readonly filesDir: string;
  readonly baseURL: string;
}

/**
 * Port and folders of this run. Playwright loads its configuration in every process; environment variables
 * pass the first one's choice to the others.
 */
export async function environment(): Promise<Environment> {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DIR ??= await mkdtemp(join(tmpdir(), 'pagelight-e2e-'));
  const port = Number(process.env.E2E_PORT);
  const root = process.env.E2E_DIR;
  return {
    port,
    root,
    dataDir: join(root, 'data'),
    filesDir: join(root, 'files'),
    baseURL: `http://127.0.0.1:${port}`,
  };
}
