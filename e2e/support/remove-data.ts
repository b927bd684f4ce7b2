import { rm } from 'node:fs/promises';
import { environment } from './environment.ts';

export default async function removeData(): Promise<void> {
  const { dataDir } = await environment();
  await rm(dataDir, { recursive: true, force: true });
}
