import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** File with the names, beside the build's output. */
export const BUNDLED_LIST = '.bundled-packages.json';

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Records which packages are in the build, so that their licenses can be included. */
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
