import { dirname } from 'node:path';
import { type Bucket, openBucket } from '../../../library/node/s3/bucket.ts';
import { credentialsFrom } from '../../../library/node/s3/credentials.ts';
import { createS3, type S3Settings } from '../../../library/node/s3/s3.ts';
import { mapped } from '../../../shared/lists.ts';
import type { Environment } from '../../files/own-folders.ts';
import { FileSet, wholePath } from '../../files/same-file.ts';
import { ArchiveRefused } from '../archive-error.ts';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder-place.ts';
import type { Place } from './place.ts';

/** A bucket and the beginning of all keys: empty, or with a slash at its end. */
export interface BucketAddress {
  readonly bucket: string;
  readonly prefix: string;
}

/** Longest duration of a request: a part of 16 MiB on a slow line. */
const REQUEST_MS = 600_000;
/** Outages up to this long don't end a run. */
const PATIENCE_MS = 300_000;
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;

export interface PlacesSettings {
  readonly patienceMs?: number;
  readonly onNotice?: (sentence: string) => void;
}

/** Opens folders, and buckets with the environment's credentials. */
export class Places {
  readonly #env: Environment;
  readonly #signal: AbortSignal;
  readonly #patienceMs: number;
  readonly #onNotice: (sentence: string) => void;
  readonly #buckets = new Map<string, Bucket>();
  #s3: ReturnType<typeof createS3> | undefined;

  /** @param onNotice called with a sentence about a service that lacks something */
  constructor(
    env: Environment,
    signal: AbortSignal,
    { patienceMs = PATIENCE_MS, onNotice = () => {} }: PlacesSettings = {},
  ) {
    this.#env = env;
    this.#signal = signal;
    this.#patienceMs = patienceMs;
    this.#onNotice = onNotice;
  }

  /** @throws ArchiveRefused */
  open(address: string): Place {
    const found = bucketAddress(address);
    return found === undefined
      ? folderPlace(address)
      : bucketPlace(this.bucket(found.bucket), found.bucket, found.prefix);
  }

  /** @throws ArchiveRefused without credentials */
  bucket(name: string): Bucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    this.#s3 ??= createS3(settingsFrom(this.#env));
    const bucket = openBucket(this.#s3, name, {
      patienceMs: this.#patienceMs,
      signal: this.#signal,
      onUnconditional: () =>
        this.#onNotice(
          `The service of s3://${name} has no conditional writes: what another program writes in the same moment as pagelight may be replaced.`,
        ),
    });
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

/** Undefined for the path of a folder. @throws ArchiveRefused */
export function bucketAddress(address: string): BucketAddress | undefined {
  if (!/^s3:/i.test(address)) return undefined;
  const [, bucket, path = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined)
    throw new ArchiveRefused(`A bucket is named s3://BUCKET/FOLDER, not "${address}".`);
  const prefix = path.replace(/\/+$/, '');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** Whether one place is the other or contains it, whatever links lead to it. */
export function areNested(one: string, other: string): boolean {
  const [isBucket, isOtherBucket] = [one, other].map((address) => bucketAddress(address) !== undefined);
  if (isBucket !== isOtherBucket) return false;
  if (!isBucket) return isWithin(one, other) || isWithin(other, one);
  const [a, b] = mapped([one, other], (address) => address.replace(/\/*$/, '/'));
  return a.startsWith(b) || b.startsWith(a);
}

function isWithin(folder: string, outer: string): boolean {
  const [outermost, end] = [new FileSet([outer]), wholePath(outer)];
  for (let at = wholePath(folder); ; at = dirname(at)) {
    // Neither may exist yet.
    if (at === end || outermost.has(at)) return true;
    if (at === dirname(at)) return false;
  }
}

function settingsFrom(env: Environment): S3Settings {
  const first = (...names: readonly string[]) => names.map((name) => env[name]).find(Boolean);
  const endpoint = first('S3_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  const region = first('S3_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION') ?? 'us-east-1';
  const credentials = credentialsFrom(env, { region, isAmazon: endpoint === undefined });
  if (credentials === undefined)
    throw new ArchiveRefused(
      'A bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, the same of AWS_, or a role.',
    );
  return { endpoint, region, credentials, totalMs: REQUEST_MS };
}
