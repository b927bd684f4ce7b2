import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type UserConfig } from 'vite';
import { packFiles } from './scripts/pack-files.ts';
import { bundledPackages } from './scripts/package/bundled-packages.ts';
import { comparisonScript } from './scripts/package/comparison-script.ts';
import { ALIAS, TREESHAKE, usedClasses } from './scripts/package/pdf-lib-build.ts';
import { usedPdfjs } from './scripts/package/pdfjs-build.ts';
import { unhintedFonts } from './scripts/package/unhinted-fonts.ts';
import { copyWasm } from './scripts/server-wasm.ts';
import { sourceLink } from './web/app/source-link-plugin.ts';
import { offline } from './web/offline/plugin.ts';

/** Packages that a thread for documents or images would load at its start: bundled it takes 0.1 s of a processor, not 0.3. */
const CORE_PACKAGES = [
  /^@?pdf-lib(\/|$)/,
  'tslib',
  '@noble/ciphers',
  '@noble/hashes',
  '@jsquash/jpeg',
  'pdfjs-dist',
];

/** The tools for agents: what their SDK brings beside them (a web server, an OAuth client) has no place in production. */
const AGENT_PACKAGES = [
  '@modelcontextprotocol/sdk',
  'ajv',
  'ajv-formats',
  'content-type',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'require-from-string',
  'zod-to-json-schema',
];

/** Codes of an authenticator app: a small part of one package. */
const SIGN_IN_PACKAGES = ['otpauth'];

const { repository } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/**
 * One self-contained script each: the page keeps a worker's text and starts it again without a request. In ASCII: one
 * letter beyond Latin-1 makes the browser hold all of a script in two bytes a letter. Without its 600 hints for
 * bundlers: it is not bundled again.
 */
const WORKERS: UserConfig['worker'] = {
  format: 'iife',
  plugins: () => [usedPdfjs(), usedClasses(), comparisonScript()],
  rolldownOptions: {
    treeshake: TREESHAKE,
    output: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } },
  },
};

/** The page with its workers. */
const PAGE: EnvironmentOptions = {
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Else one name out of `shared/index.ts` brings all that it exports into the first load.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/shared\//, sideEffects: false }] },
      // In a folder of their own, so that the service worker can tell them apart.
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/\/text\/(languages)\//.test(facadeModuleId ?? '') ? 'languages/' : ''}[name]-[hash].js`,
        assetFileNames: ({ names }) =>
          `assets/${/\.(ttf|pfb)$/.test(names[0] ?? '') ? 'fonts/' : ''}[name]-[hash][extname]`,
      },
    },
  },
};

/** Programs for Node. Packages stay in node_modules except those named here. */
const SERVER: EnvironmentOptions = {
  consumer: 'server',
  resolve: { external: true, noExternal: [...CORE_PACKAGES, ...AGENT_PACKAGES, ...SIGN_IN_PACKAGES] },
  build: {
    outDir: '../dist/server',
    emptyOutDir: true,
    ssr: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      treeshake: TREESHAKE,
      input: {
        main: 'server/main.ts',
        work: 'server/work.ts',
        worker: 'server/pool/worker.ts',
        'work-thread': 'library/node/work-thread.ts',
        'keys-cli': 'server/keys-cli.ts',
        'accounts-cli': 'server/accounts-cli.ts',
        'backup-cli': 'server/backup-cli.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
};

/** The command and what programs import: everything in it, so that an installation brings nothing else. */
const PACKAGE: EnvironmentOptions = {
  consumer: 'server',
  resolve: { noExternal: true, external: ['@embedpdf/pdfium'] },
  build: {
    outDir: '../dist/package',
    copyPublicDir: false,
    emptyOutDir: true,
    ssr: true,
    minify: true,
    target: 'node20',
    rolldownOptions: {
      treeshake: TREESHAKE,
      input: {
        pagelight: 'cli/pagelight.ts',
        index: 'library/index.ts',
        node: 'library/node.ts',
        core: 'library/core.ts',
        inspect: 'library/inspect.ts',
        verify: 'library/verify.ts',
        texts: 'library/texts.ts',
        'document-thread': 'library/node/document-thread.ts',
        'work-thread': 'library/node/work-thread.ts',
        // Its text comes with the package's own build.
        'worker-text': 'library/browser/worker-text.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
};

/** All three, one after the other: they share the cores of the machine. */
const BUILDER: UserConfig['builder'] = {
  async buildApp(builder) {
    await builder.build(builder.environments.client!);
    // Beside the next build: it takes seconds of a processor, in threads of their own.
    const packed = packFiles('dist/web');
    await builder.build(builder.environments.server!);
    copyWasm('dist/server/wasm');
    await builder.build(builder.environments.package!);
    copyWasm('dist/package/wasm');
    await packed;
  },
};

/**
 * One build for all hosts. `dist/web` is the page with its workers; `dist/server` is what Node runs, with the
 * packages left in node_modules but for those of the core; `dist/package` is the command and the library in Node.
 */
export default defineConfig((env) => ({
  plugins: [
    react(),
    sourceLink(repository),
    offline(env),
    usedPdfjs(),
    usedClasses(),
    unhintedFonts(),
    bundledPackages(),
  ],
  root: 'web',
  resolve: { alias: ALIAS },
  // Catalogs as object literals: a name for each of their parts, or text for JSON.parse, is more script.
  json: { namedExports: false, stringify: false },
  // Codecs are WASM: a data URL would need a laxer content policy than the page has.
  build: { assetsInlineLimit: 0 },
  worker: WORKERS,
  optimizeDeps: {
    // The worker's packages too, or the dev server would find them late and reload the page in the middle of a job.
    entries: ['index.html', 'worker/compress.worker.ts'],
    // It looks for its .wasm file beside its own modules.
    exclude: ['@jsquash/jpeg'],
  },
  environments: { client: PAGE, server: SERVER, package: PACKAGE },
  builder: BUILDER,
}));
