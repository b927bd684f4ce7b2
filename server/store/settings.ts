import type { S3Settings } from '../../library/node/s3/s3.ts';
import type { SettingReader } from '../settings/setting-reader.ts';
import { type BucketRule, readBucketRules } from './bucket-rules.ts';

/**
 * Buckets that jobs may name, and the service that has them: none by default.
 *
 * @param totalMs longest duration of a request
 */
export function readBucketSettings(
  read: SettingReader,
  totalMs: number,
): {
  readonly buckets: readonly BucketRule[];
  readonly s3: S3Settings;
} {
  const buckets = readBucketRules(read.text('BUCKETS'));
  if (buckets === undefined)
    read.refuse('BUCKETS must be like "scans=read,scans/small=write" (read, write or both).');
  const credentials = {
    accessKeyId: read.text('S3_ACCESS_KEY_ID'),
    secretAccessKey: read.secret('S3_SECRET_ACCESS_KEY'),
    sessionToken: read.secret('S3_SESSION_TOKEN') || undefined,
  };
  const s3: S3Settings = {
    endpoint: read.address('S3_ENDPOINT'),
    region: read.text('S3_REGION'),
    credentials,
    totalMs,
  };
  if ((buckets ?? []).length > 0 && (credentials.accessKeyId === '' || credentials.secretAccessKey === ''))
    read.refuse('BUCKETS needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  return { buckets: buckets ?? [], s3 };
}
