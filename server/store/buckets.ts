import { OutboundRefused } from '../outbound/outbound-refused.ts';
import { type BodyLimits, wholeBody } from '../outbound/whole-body.ts';
import { type BucketRule, type BucketUse, readBucketAddress } from './bucket-rules.ts';
import type { S3 } from './s3.ts';

/** Objects of buckets that the operator opened to jobs. */
export interface Buckets {
  /** Checks an `s3://` address without a request. @throws OutboundRefused */
  check(address: string, use: BucketUse): void;
  /** Reads a whole object. @throws OutboundRefused */
  get(
    address: string,
    limits: BodyLimits & { readonly ifMatch?: string | undefined; readonly signal: AbortSignal },
  ): Promise<Buffer<ArrayBuffer>>;
  /** Writes a whole object. @throws OutboundRefused */
  put(
    address: string,
    sent: { readonly body: Uint8Array; readonly mediaType: string; readonly signal: AbortSignal },
  ): Promise<void>;
}

export function createBuckets(rules: readonly BucketRule[], s3: S3): Buckets {
  return {
    check(address, use) {
      readBucketAddress(address, rules, use);
    },
    async get(address, { ifMatch, signal, ...limits }) {
      const place = readBucketAddress(address, rules, 'read');
      const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
      const response = await s3.send('GET', place, { headers, signal });
      if (response.status !== 200 || response.body === null) {
        await response.body?.cancel();
        throw new OutboundRefused('status', response.status);
      }
      const { headers: given } = response;
      try {
        return await wholeBody(
          response.body,
          { length: given.get('content-length'), encoding: given.get('content-encoding') },
          limits,
        );
      } catch (error) {
        if (error instanceof OutboundRefused || signal.aborted) throw error;
        throw new OutboundRefused('cut_short');
      }
    },
    async put(address, { body, mediaType, signal }) {
      const place = readBucketAddress(address, rules, 'write');
      const response = await s3.send('PUT', place, { headers: { 'content-type': mediaType }, body, signal });
      await response.body?.cancel();
      if (!response.ok) throw new OutboundRefused('status', response.status);
    },
  };
}
