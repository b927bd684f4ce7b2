import { fileURLToPath } from 'node:url';

/** How every build takes pdf-lib in: no more of it than is used. */

/** pdf-lib does not say so itself: nothing happens when a module of it is loaded, so what nobody uses stays out. */
export const TREESHAKE = {
  moduleSideEffects: [{ test: /\/node_modules\/(pdf-lib|@pdf-lib|tslib)\//, sideEffects: false }],
};

/** What it brings along and is never asked here. */
export const ALIAS = { pako: fileURLToPath(new URL('../../shared/pdf/no-pako.ts', import.meta.url)) };
