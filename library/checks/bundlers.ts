import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';

const tool = (path: string) => join(TOOLS_FOLDER, 'node_modules', path);

/** Bundles `entry` for Node into a folder; returns the output file. */
export type Bundle = (entry: string, folder: string) => Promise<string>;

/** Each with the usual settings for Node, and none for this package. */
export const BUNDLERS: Readonly<Record<string, Bundle>> = {
  'esbuild, ES module': (entry, folder) => bundleByEsbuild(entry, join(folder, 'main.mjs'), 'esm'),
  'esbuild, CommonJS': (entry, folder) => bundleByEsbuild(entry, join(folder, 'main.cjs'), 'cjs'),

  async webpack(entry, folder) {
    // The tools are not installed in the checkout, so they have no types here.
    const { default: webpack } = await import(tool('webpack/lib/index.js'));
    const settings = {
      mode: 'production',
      target: 'node20',
      entry,
      output: { path: folder, filename: 'main.cjs', library: { type: 'commonjs2' } },
    };
    await new Promise<void>((resolve, reject) => {
      webpack(settings, (error: Error | null, stats?: { hasErrors(): boolean; toString(): string }) =>
        error !== null || stats?.hasErrors() ? reject(error ?? new Error(String(stats))) : resolve(),
      );
    });
    return join(folder, 'main.cjs');
  },

  async rollup(entry, folder) {
    const { rollup } = await import(tool('rollup/dist/es/rollup.js'));
    const { nodeResolve } = await import(tool('@rollup/plugin-node-resolve/dist/es/index.js'));
    const bundle = await rollup({ input: entry, external: [/^node:/], plugins: [nodeResolve()] });
    await bundle.write({
      dir: folder,
      format: 'es',
      entryFileNames: 'main.mjs',
      chunkFileNames: '[name]-[hash].mjs',
    });
    return join(folder, 'main.mjs');
  },

  async 'vite build --ssr'(entry, folder) {
    await vite({
      configFile: false,
      root: folder,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: entry,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
      },
    });
    return join(folder, 'main.mjs');
  },
};

async function bundleByEsbuild(entry: string, outfile: string, format: 'esm' | 'cjs'): Promise<string> {
  await esbuild({ entryPoints: [entry], outfile, format, bundle: true, platform: 'node', logLevel: 'error' });
  return outfile;
}
