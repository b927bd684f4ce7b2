/** Entries for Node and bundlers: file name, path of its types, name of its export. */
export const MODULES = /** @type {readonly (readonly [file: string, types: string, name: string])[]} */ ([
  ['index', 'library/index', '.'],
  ['node', 'library/node', './node'],
  ['core', 'library/core', './core'],
  ['inspect', 'library/inspect', './inspect'],
  ['verify', 'library/verify', './verify'],
  ['texts', 'library/texts', './texts'],
]);

/** Entries for browsers only. */
export const BROWSER_MODULES = /** @type {typeof MODULES} */ ([
  ['browser', 'library/browser/browser', './browser'],
  ['drop', 'library/browser/drop/element', './drop'],
]);

/**
 * The manifest of the package, without dependencies: all code is in its files.
 *
 * @param {Readonly<Record<string, unknown>>} root the checkout's own
 */
export function manifestOf({ name, version, description, license, repository, engines }) {
  return {
    name,
    version,
    description,
    license,
    repository,
    type: 'module',
    keywords: ['pdf', 'compress', 'shrink', 'optimize', 'wasm', 'cli', 'mcp', 'jbig2', 'lossless'],
    engines,
    bin: { pagelight: 'pagelight.js' },
    man: './man/pagelight.1',
    main: './index.cjs',
    // Parcel reads this and no exports.
    browser: './index.browser.js',
    types: './types/library/index.d.ts',
    exports: {
      ...Object.fromEntries(MODULES.map((module) => [module[2], exportOf(module)])),
      ...Object.fromEntries(
        BROWSER_MODULES.map(([file, types, as]) => [
          as,
          { types: `./types/${types}.d.ts`, default: `./${file}.js` },
        ]),
      ),
      './workerd': { types: './types/workerd.d.ts', default: './workerd.js' },
      './worker': { types: './types/worker.d.ts', default: './worker.js' },
      './wasm/*': './wasm/*',
      './package.json': './package.json',
    },
    // Only the workers, the element and the command have side effects when loaded.
    sideEffects: [
      './worker.js',
      './workerd.js',
      './drop.js',
      './pagelight.js',
      './document-thread.js',
      './work-thread.js',
    ],
    peerDependencies: { '@embedpdf/pdfium': '^2.0.0' },
    peerDependenciesMeta: { '@embedpdf/pdfium': { optional: true } },
  };
}

/** @param {(typeof MODULES)[number]} module */
function exportOf([file, types, as]) {
  return {
    ...(as === '.'
      ? { browser: { types: './types/library/browser/index.d.ts', default: './index.browser.js' } }
      : {}),
    import: { types: `./types/${types}.d.ts`, default: `./${file}.js` },
    require: { types: `./types-cjs/${types}.d.cts`, default: `./${file}.cjs` },
    default: `./${file}.js`,
  };
}
