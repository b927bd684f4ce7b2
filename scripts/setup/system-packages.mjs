import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { imagePackages } from '../checks/container.mjs';
import { installPackages, rightsToInstall, succeeds } from './apt.mjs';
import { CHROMIUM_PACKAGES, findChromium } from './chromium.mjs';
import { FIREFOX_PACKAGES, findFirefox } from './firefox.mjs';

/** @typedef {keyof typeof NEEDS} Need what a suite needs beside npm's packages */

/** Debian packages, each with a program or file that it installs. */
const SERVICES = {
  postgresql: 'initdb',
  'redis-server': 'redis-server',
  nginx: 'nginx',
  // Renders the manifests for Kubernetes.
  'kubernetes-client': 'kubectl',
  // An S3 service (e2e/cluster/swift-server.py).
  'swift-proxy': 'swift-proxy-server',
  'swift-account': 'swift-account-server',
  'swift-container': 'swift-container-server',
  'swift-object': 'swift-object-server',
  // Clients of the API in other languages.
  curl: 'curl',
  'python3-requests': '../../lib/python3/dist-packages/requests',
};
/** Tools that set and read the file attributes that the command must keep. */
const ATTRIBUTE_TOOLS = { attr: 'getfattr', acl: 'setfacl' };

const isLinux = process.platform === 'linux';

/** The packages that are missing on this machine, and why a suite wants them. */
export const NEEDS = {
  chromium: {
    why: 'tests of pages',
    missing: async () => ((await findChromium()) === undefined ? CHROMIUM_PACKAGES : []),
  },
  firefox: {
    why: 'one test in another browser',
    missing: async () => (findFirefox() === undefined ? FIREFOX_PACKAGES : []),
  },
  attributes: {
    why: 'file attributes that the command keeps',
    missing: async () => (isLinux ? missingOf(ATTRIBUTE_TOOLS) : []),
  },
  signatures: {
    why: 'check signatures of receipts, as verify --help says',
    missing: async () => (isLinux ? missingOf({ jq: 'jq', openssl: 'openssl' }) : []),
  },
  qpdf: { why: 'judges every output', missing: async () => missingOf({ qpdf: 'qpdf' }) },
  image: {
    why: 'goes into the container image',
    missing: async () => imagePackages().filter((name) => !succeeds('dpkg', ['-s', name])),
  },
  services: { why: 'cluster tests', missing: async () => missingOf(SERVICES) },
};

/**
 * Says which Debian packages these needs lack and how to run without them, then installs them if this user may.
 *
 * @param {ReadonlySet<Need>} needs
 * @param {(line: string) => void} say
 * @returns {Promise<(need: Need) => readonly string[]>} packages of a need that are still missing
 */
export async function ensureSystemPackages(needs, say) {
  const before = await missingPackages(needs);
  const wanted = [...before].filter(([, packages]) => packages.length > 0);
  if (wanted.length > 0) {
    const may = rightsToInstall() !== undefined;
    say(may ? 'Will be installed on this system, by apt-get:' : 'Missing on this system, and not installed:');
    for (const [need, packages] of wanted)
      say(`  ${packages.map(firstChoice).join(' ')} (${NEEDS[need].why})`);
    if (may) {
      say(
        'To install nothing, add `-- --no-install`: tests that need these are then named, and count as failed.',
      );
      await installPackages('system packages', [...new Set(wanted.flatMap(([, packages]) => packages))], say);
    }
  }
  const left = wanted.length > 0 ? await missingPackages(needs) : before;
  return (need) => left.get(need) ?? [];
}

/** @param {string} name `a|b`: whichever a system knows */
function firstChoice(name) {
  return name.split('|')[0];
}

/** @param {ReadonlySet<Need>} needs */
async function missingPackages(needs) {
  /** @type {Map<Need, readonly string[]>} */
  const missing = new Map();
  for (const need of needs) missing.set(need, await NEEDS[need].missing());
  return missing;
}

/**
 * @param {Readonly<Record<string, string>>} packages
 * @returns {readonly string[]}
 */
function missingOf(packages) {
  return Object.entries(packages)
    .filter(([, program]) => !placesOf(program).some((file) => existsSync(file)))
    .map(([name]) => name);
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
