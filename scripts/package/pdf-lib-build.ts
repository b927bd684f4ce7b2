import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Build settings that bundle only the used parts of pdf-lib. */

/** pdf-lib does not declare it itself: loading its modules has no side effects, so unused ones can be left out. */
export const TREESHAKE = {
  moduleSideEffects: [{ test: /\/node_modules\/(pdf-lib|@pdf-lib|tslib)\//, sideEffects: false }],
};

/** A dependency of pdf-lib that is never used here. */
export const ALIAS = { pako: fileURLToPath(new URL('../../shared/pdf/no-pako.ts', import.meta.url)) };

/** Lets classes of pdf-lib that are never used be left out: its compiler marks them in a way that bundlers do not know. */
export function usedClasses(): Plugin {
  return {
    name: 'pagelight:used-classes',
    transform: {
      filter: { id: /\/node_modules\/pdf-lib\// },
      handler: (code) => ({ code: code.replaceAll('/** @class */ (', '/*#__PURE__*/ ('), map: null }),
    },
  };
}
