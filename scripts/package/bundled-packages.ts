import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the names are written, beside what was built. */
export const BUNDLED_LIST = '.bundled-packages.json';

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Writes down which packages are in what was built, so that their licences can go along. */
export function bundledPackages(): Plugin {
  return {
    name: 'pagelight:bundled-packages',
    applyToEnvironment: ({ name }) => name !== 'server',
    writeBundle({ dir }, bundle) {
      const names = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of Object.keys(chunk.modules)) {
          const name = PACKAGE.exec(id)?.[1];
          if (name !== undefined) names.add(name);
        }
      }
      if (dir !== undefined) writeFileSync(join(dir, BUNDLED_LIST), JSON.stringify([...names].sort()));
    },
  };
}
