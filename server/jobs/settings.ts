import { resolve } from 'node:path';
import { readOutboundSettings } from '../outbound/settings.ts';
import type { JobSettings } from './limits.ts';
import { SECRET_BYTES } from './sealer.ts';

/** How `config.ts` reads a setting of each kind. */
export interface SettingReaders {
  readonly text: (name: string, fallback: string) => string;
  readonly secret: (name: string) => string;
  readonly integer: (name: string, fallback: number, min: number, max: number) => number;
  readonly choice: <T extends string>(name: string, fallback: T, choices: readonly T[]) => T;
  readonly refuse: (issue: string) => void;
}

const MIB = 1024 * 1024;

/** @param isShared with PostgreSQL: then jobs want settings that all servers share, and are off by default */
export function readJobSettings(read: SettingReaders, isShared: boolean): JobSettings | undefined {
  const isOn = read.choice('JOBS', isShared ? 'off' : 'on', ['on', 'off']) === 'on';
  const texts = read.secret('JOBS_SECRET').split(',').filter(Boolean);
  const secrets = texts.map((text) => Buffer.from(text.trim(), 'base64'));
  if (secrets.some((secret) => secret.length !== SECRET_BYTES))
    read.refuse(`JOBS_SECRET must be ${SECRET_BYTES} bytes in base64, or several with commas between.`);
  if (isOn && isShared && secrets.length === 0)
    read.refuse(
      'JOBS_SECRET must be set where DATABASE_URL and JOBS=on are: the same for all servers. Make one: openssl rand -base64 32',
    );
  const folder = read.text('JOBS_DIR', '');
  const settings: JobSettings = {
    secrets,
    limits: {
      openPerKey: read.integer('JOBS_OPEN_PER_KEY', 20_000, 1, 10_000_000),
      storeBytes: read.integer('JOBS_STORE_MB', 10_240, 1, 100_000_000) * MIB,
      resultHours: read.integer('KEEP_RESULTS_HOURS', 24, 1, 168),
      jobDays: read.integer('KEEP_JOBS_DAYS', 30, 1, 3650),
    },
    outbound: readOutboundSettings(read),
    folder: folder === '' ? undefined : resolve(folder),
    deadMs: read.integer('WORKER_DEAD_S', 15, 2, 300) * 1000,
    works: read.choice('WORK', 'true', ['true', 'false']) === 'true',
  };
  if (isOn && !isShared && !settings.works)
    read.refuse('WORK=false needs DATABASE_URL: with SQLite no other process could work on jobs.');
  return isOn ? settings : undefined;
}
