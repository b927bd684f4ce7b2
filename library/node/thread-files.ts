import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What runs in a thread: one document from its bytes to its answer, or one piece of heavy work. */
export type ThreadName = 'document-thread' | 'work-thread';

/** Where the build puts threads, as an entry of it sees them and as a chunk does. */
const BUILT = ['./', '../'];

/** Path of a thread's module: in the build, or in the sources, where it is loaded through tsx. */
export function threadFile(name: ThreadName): string {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  if (import.meta.url.endsWith('.ts')) return at(`./${name}.dev.mjs`);
  const built = BUILT.map((folder) => at(`${folder}${name}.js`));
  return built.find((path) => existsSync(path)) ?? built[0]!;
}
