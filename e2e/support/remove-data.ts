import { rm } from 'node:fs/promises';
import { environment } from './environment.ts';

export default async function removeData(): Promise<void> {
  const { root } = await environment();
  await rm(root, { recursive: true, force: true });
}
