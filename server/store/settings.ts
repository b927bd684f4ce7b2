import { credentialsFrom } from '../../library/node/s3/credentials.ts';
import type { S3Settings } from '../../library/node/s3/s3.ts';
import type { SettingReader } from '../settings/setting-reader.ts';
import { type BucketRule, readBucketRules } from './bucket-rules.ts';

/**
 * Buckets that jobs may name, and the service that has them: none by default. Without keys the server asks for those of
 * its role (web identity, container, instance), as Amazon's clients do.
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
  const [endpoint, region] = [read.address('S3_ENDPOINT'), read.text('S3_REGION')];
  const keys = {
    accessKeyId: read.text('S3_ACCESS_KEY_ID'),
    secretAccessKey: read.secret('S3_SECRET_ACCESS_KEY'),
    sessionToken: read.secret('S3_SESSION_TOKEN') || undefined,
  };
  const hasNoKeys = keys.accessKeyId === '' && keys.secretAccessKey === '';
  const hasKeys = keys.accessKeyId !== '' && keys.secretAccessKey !== '';
  const isNeeded = (buckets ?? []).length > 0;
  const role =
    isNeeded && hasNoKeys
      ? credentialsFrom(read.environment, { region, isAmazon: endpoint === undefined })
      : undefined;
  if (isNeeded && !hasKeys && role === undefined)
    read.refuse('BUCKETS needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the role of a machine.');
  return { buckets: buckets ?? [], s3: { endpoint, region, credentials: role ?? keys, totalMs } };
}
