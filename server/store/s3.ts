import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { OutboundRefused } from '../outbound/outbound-refused.ts';
import type { BucketPlace } from './bucket-rules.ts';

/** An S3 service of the operator, which may be in a private network. */
export interface S3Settings {
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  /** Longest duration of a request with its body. */
  readonly totalMs: number;
}

export interface S3Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** Sends signed requests; what is in them is the caller's. */
export interface S3 {
  /** @throws OutboundRefused `unreachable` or `too_slow` without a response */
  send(method: 'GET' | 'PUT', place: BucketPlace, request: S3Request): Promise<Response>;
}

export function createS3({ endpoint, region, totalMs, ...credentials }: S3Settings): S3 {
  const base = (endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  return {
    async send(method, { bucket, key }, { headers = {}, body, signal }) {
      const signed = await new AwsV4Signer({
        ...credentials,
        region,
        service: 's3',
        method,
        url: `${base}/${bucket}/${key.split('/').map(encoded).join('/')}`,
        // The service checks the body against it.
        headers: { ...headers, 'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()) },
      }).sign();
      const deadline = AbortSignal.timeout(totalMs);
      try {
        return await fetch(signed.url, {
          method,
          headers: signed.headers,
          ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
          // A redirect would carry the signature elsewhere.
          redirect: 'manual',
          signal: AbortSignal.any([signal, deadline]),
        });
      } catch {
        if (signal.aborted) throw signal.reason;
        throw new OutboundRefused(deadline.aborted ? 'too_slow' : 'unreachable');
      }
    },
  };
}

/** As RFC 3986 has it: `encodeURIComponent` leaves five more characters, which would sign differently. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
