import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What runs in a thread: one document from its bytes to its answer, or one piece of heavy work. */
export type ThreadName = 'document-thread' | 'work-thread';

/** Where the build puts threads, as an entry of it sees them and as a chunk does. */
const BUILT = ['./', '../'];

/** Nothing in a bundle for CommonJS. In a constant: webpack would take an address that is made of it for a file to take along. */
const HERE: string | undefined = import.meta.url;

/** Path of a thread's module: in the build, or in the sources, where it is loaded through tsx. Empty where there is no telling. */
export function threadFile(name: ThreadName): string {
  if (HERE === undefined) return '';
  const at = (path: string) => fileURLToPath(new URL(path, HERE));
  if (HERE.endsWith('.ts')) return at(`./${name}.dev.mjs`);
  const built = BUILT.map((folder) => at(`${folder}${name}.js`));
  return built.find((path) => existsSync(path)) ?? built[0]!;
}
