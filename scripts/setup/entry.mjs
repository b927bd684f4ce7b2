// The first file of every command. Old versions of Node must be able to parse it (no top-level await, no `?.` or `??`);
// otherwise they would print a SyntaxError instead of the sentence below.
import { readFileSync } from 'node:fs';

const MIN_NODE = readMinimum();

/**
 * Runs a command's module if this Node is recent enough. Of a `Refusal`, only the message is printed.
 *
 * @param {() => Promise<unknown>} load
 */
export function enter(load) {
  if (!isAtLeast(process.versions.node, MIN_NODE)) {
    console.error(`Pagelight needs Node ${MIN_NODE} or newer; this is Node ${process.versions.node}.`);
    console.error('Get a current one from https://nodejs.org, then run the same command again.');
    process.exit(1);
  }
  load().catch((error) => {
    console.error(error instanceof Error && error.name === 'Refusal' ? error.message : error);
    process.exitCode = 1;
  });
}

function readMinimum() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return manifest.engines.node.replace('>=', '');
}

/**
 * @param {string} version
 * @param {string} minimum
 */
function isAtLeast(version, minimum) {
  const have = version.split('.').map(Number);
  const need = minimum.split('.').map(Number);
  for (let part = 0; part < need.length; part += 1) {
    if (have[part] !== need[part]) return have[part] > need[part];
  }
  return true;
}
