import { resolve } from 'node:path';
import { calledAs } from './called-as.ts';
import type { Config } from './config.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';

/** The text printed at startup. */
export function startupBanner(config: Config, port: number, setupToken: string | null): string {
  const address = config.publicUrl ?? `http://${shownHost(config.host)}:${port}`;
  const lines = [`Pagelight runs at ${address}`];
  if (isLoopback(config.host))
    lines.push('  Only this machine can reach it. Set HOST=0.0.0.0 to allow other machines.');
  if (setupToken !== null) {
    lines.push(`  Set up the dashboard (one time, valid for a day): ${address}/setup?token=${setupToken}`);
  }
  const keys = calledAs('keys', config.startedByNpm);
  lines.push(`  Make an API key: ${storageOf(config)}${keys} create --name my-app`);
  return `${lines.join('\n')}\n`;
}

/** Settings without which a command in a shell, which has not those of a service, would make a database of its own. */
function storageOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== undefined) return 'DATABASE_URL=… ';
  return dataDir === resolve(SETTING_SPECS.DATA_DIR.default) ? '' : `DATA_DIR=${dataDir} `;
}

function shownHost(host: string): string {
  if (isLoopback(host) || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
