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
 * Where this run's server listens and keeps its data. Playwright loads its configuration in every process it
 * starts; the variables tell the later ones what the first one chose.
 */
export async function environment(): Promise<Environment> {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DATA_DIR ??= await mkdtemp(join(tmpdir(), 'pagelight-e2e-'));
  const port = Number(process.env.E2E_PORT);
  return { port, dataDir: process.env.E2E_DATA_DIR, baseURL: `http://127.0.0.1:${port}` };
}
