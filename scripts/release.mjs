import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Tally } from './checks/tally.mjs';
import { packTarball, STAGE, stagePackage } from './package/stage.mjs';
import { Refusal, ROOT } from './project.mjs';
import { findChromium } from './setup/chromium.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

/** Folder of the package and its hashes. */
const RELEASE = join(ROOT, 'dist/release');

/**
 * Builds the package as for publishing, runs all its checks, and writes hashes for comparison. Publishing itself is up
 * to the owner.
 *
 * @param {readonly string[]} args
 */
export async function release(args) {
  if (args.length !== 1 || args[0] !== '--dry') {
    throw new Refusal(`Usage: npm run release -- --dry

Makes dist/release: the package and its hashes, after all checks of the package. Publishing is the owner's:
  npm publish dist/release/pagelight-VERSION.tgz`);
  }
  const { runPackageChecks } = await import('./checks/suites.mjs');
  const tally = new Tally();
  await ensureSystemPackages(new Set(['chromium', 'signatures']), console.log);
  await runPackageChecks(tally, await findChromium(), console.log);
  if (tally.allWell) {
    await stagePackage(console.log);
    const tarball = await packTarball(RELEASE);
    const sums = [tarball, join(STAGE, 'worker.js')].map((file) => `${sha256Of(file)}  ${basename(file)}\n`);
    writeFileSync(join(RELEASE, 'SHA256SUMS'), sums.join(''));
    console.log(`\n${tarball}\n${sums.join('')}`);
  }
  tally.close();
}

/** @param {string} file */
function sha256Of(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
