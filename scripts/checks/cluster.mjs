import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, rightsToInstall } from '../setup/apt.mjs';
import { runVitest } from './checks.mjs';

/** Services for the cluster tests: a Debian package, and a program or file that it installs. */
const SERVICES = [
  { package: 'postgresql', program: 'initdb' },
  { package: 'redis-server', program: 'redis-server' },
  { package: 'nginx', program: 'nginx' },
  // An S3 service (e2e/cluster/swift-server.py).
  ...['proxy', 'account', 'container', 'object'].map((part) => ({
    package: `swift-${part}`,
    program: `swift-${part}-server`,
  })),
  // Clients of the API in other languages.
  { package: 'curl', program: 'curl' },
  { package: 'python3-requests', program: '../../lib/python3/dist-packages/requests' },
];

/**
 * Runs the cluster tests, after installing what they need if this user may. Once installed, they must run.
 *
 * @param {import('./tally.mjs').Tally} tally
 * @param {(line: string) => void} say
 */
export async function runClusterTests(tally, say) {
  const packages = missingPackages();
  if (packages.length > 0) await installPackages(packages.join(', '), packages, say);
  const missing = missingPackages();
  if (missing.length === 0) {
    await tally.run({
      name: 'cluster tests',
      run: () => runVitest(['--config', 'e2e/cluster/vitest.config.ts']),
    });
  } else if (rightsToInstall() !== undefined) {
    tally.cannotRun('cluster tests', `apt-get did not bring ${missing.join(', ')}`);
  } else {
    say(`left out cluster tests: this machine lacks ${missing.join(', ')}`);
  }
}

function missingPackages() {
  return SERVICES.filter(({ program }) => !placesOf(program).some((file) => existsSync(file))).map(
    (service) => service.package,
  );
}

/** @param {string} program */
function placesOf(program) {
  const postgres = '/usr/lib/postgresql';
  const versions = existsSync(postgres) ? readdirSync(postgres) : [];
  // Programs for administrators are not on every user's PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return [...folders, ...versions.map((version) => join(postgres, version, 'bin'))].map((folder) =>
    join(folder, program),
  );
}
