import { ensurePackageTools } from '../setup/package-tools.mjs';
import { runVitest } from './checks.mjs';

/**
 * Checks the packed npm package as its users would install it.
 *
 * @param {import('./tally.mjs').Tally} tally
 * @param {string | undefined} chromium
 * @param {(line: string) => void} say
 */
export async function runPackageChecks(tally, chromium, say) {
  if (chromium === undefined) return tally.cannotRun('package', 'no Chromium, see above');
  if (!(await ensurePackageTools(say))) return tally.cannotRun('package', 'its tools could not be installed');
  process.env.CHROMIUM_PATH = chromium;
  await tally.run({
    name: 'package',
    run: () => runVitest(['--config', 'library/checks/vitest.config.ts']),
  });
}
