import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Environment {
  readonly port: number;
  /** Empty at the start and removed at the end. */
  readonly dataDir: string;
  readonly baseURL: string;
}

/**
 * Port and data folder of this run's server. Playwright loads its configuration in every process; environment variables
 * pass the first one's choice to the others.
 */
export async function environment(): Promise<Environment> {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DATA_DIR ??= await mkdtemp(join(tmpdir(), 'pagelight-e2e-'));
  const port = Number(process.env.E2E_PORT);
  return { port, dataDir: process.env.E2E_DATA_DIR, baseURL: `http://127.0.0.1:${port}` };
}
