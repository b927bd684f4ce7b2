import type { Bucket } from '../../../library/node/s3/bucket.ts';
import { isSendableKey } from '../../../library/node/s3/s3.ts';
import { S3Error } from '../../../library/node/s3/s3-error.ts';
import { FileError } from '../../files/file-error.ts';
import { ArchiveStopped, onObject } from '../archive-error.ts';
import { isPdfName, type Place } from './place.ts';

/** Digest of an output, in its metadata. */
const OUTPUT_SHA256 = 'pagelight-sha256';
/** S3's own limit, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** @param prefix of all keys, empty or with a slash at its end */
export function bucketPlace(bucket: Bucket, name: string, prefix: string): Place {
  const keyOf = (key: string) => `${prefix}${key}`;
  return {
    address: `s3://${name}/${prefix}`,
    hasContentVersions: true,
    async *list({ onOther, signal }) {
      try {
        for await (const { key, bytes, etag } of bucket.list(prefix)) {
          signal.throwIfAborted();
          const below = key.slice(prefix.length);
          if (isPdfName(below)) yield { key: below, size: bytes, version: etag };
          else if (!below.endsWith('/')) onOther(bytes);
        }
      } catch (error) {
        throw error instanceof S3Error ? new ArchiveStopped(error.message) : error;
      }
    },
    canName: (key) =>
      key !== '' && isSendableKey(keyOf(key)) && Buffer.byteLength(keyOf(key)) <= MAX_KEY_BYTES,
    read: (key) =>
      onObject('cannot_read', async () => {
        const found = await bucket.get(keyOf(key));
        if (found === undefined) return undefined;
        const { etag, headers, metadata } = found.facts;
        return { bytes: found.bytes, version: etag, attributes: { headers, metadata } };
      }),
    write: (
      key,
      { pieces, sha256, attributes: { headers = {}, metadata = {} }, replaces, mayReplace = false },
    ) =>
      onObject('cannot_write', async () => {
        // Looked at first: a large object need not be sent to be refused, and some services know no conditions.
        const there = await bucket.head(keyOf(key));
        if (replaces !== undefined && there?.etag !== replaces) throw changed();
        if (replaces === undefined && there !== undefined && !mayReplace) throw taken();
        const expected = replaces ?? (mayReplace ? there?.etag : undefined);
        try {
          await bucket.put(keyOf(key), pieces, {
            mediaType: 'application/pdf',
            headers,
            metadata: { ...metadata, [OUTPUT_SHA256]: sha256 },
            condition: expected === undefined ? 'absent' : { etag: expected },
          });
        } catch (error) {
          if (!(error instanceof S3Error) || error.kind !== 'changed') throw error;
          throw expected === undefined ? taken() : changed();
        }
      }),
    async tidy() {},
  };
}

function changed(): FileError {
  return new FileError('modified_concurrently', 'it was changed while it was being compressed');
}

function taken(): FileError {
  return new FileError('output_exists', 'another object has this name');
}
