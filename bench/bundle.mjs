import { basename, join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../scripts/project.mjs';

/**
 * Bundles a benchmark program the way the server is bundled, so that it measures the shipped code.
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
    build: { ssr: join(ROOT, 'bench', name), outDir, emptyOutDir: true, target: 'node20' },
  });
  return join(outDir, `${program}.js`);
}
