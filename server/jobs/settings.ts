import { resolve } from 'node:path';
import { readOutboundSettings } from '../outbound/settings.ts';
import type { SettingReader } from '../settings/setting-reader.ts';
import { readBucketSettings } from '../store/settings.ts';
import type { JobSettings } from './limits.ts';
import { SECRET_BYTES } from './sealer.ts';

const MIB = 1024 * 1024;

/** @param isShared with PostgreSQL: then jobs want settings that all servers share, and are off by default */
export function readJobSettings(read: SettingReader, isShared: boolean): JobSettings | undefined {
  const isOn = read.choice('JOBS', isShared ? 'off' : 'on') === 'on';
  const texts = read.secret('JOBS_SECRET').split(',').filter(Boolean);
  const secrets = texts.map((text) => Buffer.from(text.trim(), 'base64'));
  if (secrets.some((secret) => secret.length !== SECRET_BYTES))
    read.refuse(`JOBS_SECRET must be ${SECRET_BYTES} bytes in base64, or several with commas between.`);
  if (isOn && isShared && secrets.length === 0)
    read.refuse(
      'JOBS_SECRET must be set where DATABASE_URL and JOBS=on are: the same for all servers. Make one: openssl rand -base64 32',
    );
  const outbound = readOutboundSettings(read);
  const folder = read.text('JOBS_DIR');
  const settings: JobSettings = {
    secrets,
    limits: {
      openPerKey: read.integer('JOBS_OPEN_PER_KEY'),
      storeBytes: read.integer('JOBS_STORE_MB') * MIB,
      resultHours: read.integer('KEEP_RESULTS_HOURS'),
      jobDays: read.integer('KEEP_JOBS_DAYS'),
    },
    outbound,
    ...readBucketSettings(read, outbound.totalMs),
    folder: folder === '' ? undefined : resolve(folder),
    deadMs: read.integer('WORKER_DEAD_S') * 1000,
    works: read.choice('WORK') === 'true',
  };
  if (isOn && !isShared && !settings.works)
    read.refuse('WORK=false needs DATABASE_URL: with SQLite no other process could work on jobs.');
  return isOn ? settings : undefined;
}
