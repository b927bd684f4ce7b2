import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A thread's program: a whole document, or single jobs. */
export type ThreadName = 'document-thread' | 'work-thread';

/** The threads' folder in the build, relative to an entry and to a chunk. */
const BUILT = ['./', '../'];

/**
 * Undefined in a CommonJS bundle. In a constant, since webpack would bundle the target of a URL built from it directly.
 */
const HERE: string | undefined = import.meta.url;

/** Path of a thread's module: in the build, or in the sources, where tsx loads it. Empty if unknown. */
export function threadFile(name: ThreadName): string {
  if (HERE === undefined) return '';
  const at = (path: string) => fileURLToPath(new URL(path, HERE));
  if (HERE.endsWith('.ts')) return at(`./${name}.dev.mjs`);
  const built = BUILT.map((folder) => at(`${folder}${name}.js`));
  return built.find((path) => existsSync(path)) ?? built[0]!;
}
