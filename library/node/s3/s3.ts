import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** An S3 service and the credentials for it. It may be in a private network. */
export interface S3Settings {
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly credentials: S3Credentials | (() => Promise<S3Credentials>);
  /** Longest duration of a request with its body. */
  readonly totalMs: number;
}

/** An object of a bucket, or with an empty key the bucket itself. */
export interface BucketPlace {
  readonly bucket: string;
  readonly key: string;
}

export interface S3Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

export type S3Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

/** Sends signed requests. Interpreting the response is up to the caller. */
export interface S3 {
  /** @throws S3Unreachable without a response; the signal's reason; what the credentials throw */
  send(method: S3Method, place: BucketPlace, request: S3Request): Promise<Response>;
}

/** The service sent no response, or only a part of it. */
export class S3Unreachable extends Error {
  override readonly name = 'S3Unreachable';
  readonly reason: 'unreachable' | 'too_slow';

  constructor(reason: 'unreachable' | 'too_slow', options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** @param now the time that requests are signed with; tests set a wrong one */
export function createS3(
  { endpoint, region, totalMs, credentials }: S3Settings,
  now: () => Date = () => new Date(),
): S3 {
  const base = (endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  // Keys derived for a day, which take four HMACs.
  const cache = new Map<string, ArrayBuffer>();
  return {
    async send(method, { bucket, key }, { headers = {}, query = {}, body, signal }) {
      const signed = await new AwsV4Signer({
        ...(typeof credentials === 'function' ? await credentials() : credentials),
        region,
        service: 's3',
        method,
        url: `${base}/${bucket}${key === '' ? '' : `/${encodedKey(key)}`}${queryText(query)}`,
        // The service checks the body against it.
        headers: { ...headers, 'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()) },
        datetime: now()
          .toISOString()
          .replace(/[:-]|\.\d{3}/g, ''),
        cache,
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
      } catch (cause) {
        if (signal.aborted) throw signal.reason;
        throw new S3Unreachable(deadline.aborted ? 'too_slow' : 'unreachable', { cause });
      }
    },
  };
}

function queryText(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Whether a URL can name the key: it would resolve `.` and `..`, so that another object would be meant. */
export function isSendableKey(key: string): boolean {
  const isWellFormed = Buffer.from(key).toString() === key;
  return isWellFormed && key.split('/').every((part) => part !== '.' && part !== '..');
}

function encodedKey(key: string): string {
  if (!isSendableKey(key)) throw new Error('no URL names this key');
  return key.split('/').map(encoded).join('/');
}

/** As in RFC 3986: `encodeURIComponent` leaves five more characters, which would sign differently. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
