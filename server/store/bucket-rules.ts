import type { BucketPlace } from '../../library/node/s3/s3.ts';
import { OutboundRefused } from '../outbound/outbound-refused.ts';

export type BucketUse = 'read' | 'write';

/** A bucket, or a folder of it, that jobs may name. */
export interface BucketRule {
  readonly bucket: string;
  /** Empty, or the beginning of all keys, with a slash at its end. */
  readonly prefix: string;
  readonly uses: readonly BucketUse[];
}

/** S3's own limit, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.*)$/s;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Parses `s3://bucket/key` and refuses what the operator did not open.
 *
 * @throws OutboundRefused `not_a_url`, `key` or `bucket`
 */
export function readBucketAddress(
  address: string,
  rules: readonly BucketRule[],
  use: BucketUse,
): BucketPlace {
  const [, bucket, key] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined || key === undefined) throw new OutboundRefused('not_a_url');
  if (!isGoodKey(key)) throw new OutboundRefused('key');
  const isOpen = rules.some(
    (rule) => rule.bucket === bucket && key.startsWith(rule.prefix) && rule.uses.includes(use),
  );
  if (!isOpen) throw new OutboundRefused('bucket');
  return { bucket, key };
}

/** Refuses names that a path of a URL would change or that could leave a prefix, and templates that were not filled in. */
function isGoodKey(key: string): boolean {
  const bytes = Buffer.from(key);
  const isWellFormed = bytes.toString() === key;
  if (key === '' || !isWellFormed || bytes.length > MAX_KEY_BYTES) return false;
  return (
    !CONTROL.test(key) &&
    !/[{}]/.test(key) &&
    key.split('/').every((part) => part !== '.' && part !== '..' && part !== '')
  );
}

/** Reads `name=read|write|both,name/prefix=read`; undefined for anything else. */
export function readBucketRules(text: string): readonly BucketRule[] | undefined {
  const rules: BucketRule[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, bucket, path = '', use] =
      /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^=]*))?=(read|write|both)$/.exec(part) ?? [];
    if (bucket === undefined) return undefined;
    const prefix = path.replace(/\/+$/, '');
    rules.push({
      bucket,
      prefix: prefix === '' ? '' : `${prefix}/`,
      uses: use === 'both' ? ['read', 'write'] : [use as BucketUse],
    });
  }
  return rules;
}
