import { basename, join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../project.mjs';

/**
 * Bundles a program that measures our core, as the server is bundled: what is measured is what runs there.
 *
 * @param {string} name of the program in this folder, such as `run-pagelight.mjs`
 * @returns {Promise<string>} the file to run
 */
export async function bundled(name) {
  const program = basename(name, '.mjs');
  const outDir = join(ROOT, '.cache/bench', program);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { external: true },
    build: { ssr: join(ROOT, 'scripts/bench', name), outDir, emptyOutDir: true, target: 'node20' },
  });
  return join(outDir, `${program}.js`);
}
