import { multipartUpload } from './multipart.ts';
import { type RetrySettings, withRetries } from './retry.ts';
import { type S3, type S3Request, S3Unreachable } from './s3.ts';
import { refusedBy, S3Error } from './s3-error.ts';
import { type ListedObject, readListPage, withoutQuotes } from './s3-xml.ts';

/** Facts about an object without its bytes. */
export interface ObjectFacts {
  readonly bytes: number;
  /** Without quotes. */
  readonly etag: string;
  /** Values of `x-amz-meta-…` by the rest of the name. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Headers that a copy of the object should have. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface ObjectUpload {
  readonly mediaType: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Further headers; those of another object's facts copy its properties. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A bucket with all its keys. Requests that fail because the service is overloaded are repeated. */
export interface Bucket {
  /** Lists keys in their order, a page at a time. @throws S3Error */
  list(prefix: string, pageKeys?: number): AsyncGenerator<ListedObject>;
  /** Returns undefined without such an object. @throws S3Error */
  head(key: string): Promise<ObjectFacts | undefined>;
  /** Reads a whole object into its own memory. Returns undefined without such an object. @throws S3Error */
  get(
    key: string,
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly facts: ObjectFacts } | undefined>;
  /** Yields an object's bytes as they arrive. Not repeated once it has begun. @throws S3Error */
  stream(key: string): AsyncGenerator<Uint8Array>;
  /** Writes a whole object, in parts if it is large: readers see all of it or none. @throws S3Error */
  put(key: string, pieces: readonly Uint8Array[], upload: ObjectUpload): Promise<void>;
  /** Idempotent. @throws S3Error */
  remove(key: string): Promise<void>;
}

export interface BucketSettings extends RetrySettings {
  /** Objects above this many bytes are sent in parts. */
  readonly multipartAbove?: number;
  /** Bytes of a part, at least 5 MiB. */
  readonly partBytes?: number;
}

const MIB = 1024 * 1024;
const MAX_REFUSAL_BYTES = 65_536;
const METADATA = 'x-amz-meta-';
const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'expires',
  'x-amz-storage-class',
];

export function openBucket(s3: S3, bucket: string, settings: BucketSettings): Bucket {
  const { signal, multipartAbove = 32 * MIB, partBytes = 16 * MIB } = settings;
  const placeOf = (key: string) => `s3://${bucket}${key === '' ? '' : `/${key}`}`;

  /** One request; anything but success or 404 is thrown. */
  const send = async (
    method: Parameters<S3['send']>[0],
    key: string,
    request: Omit<S3Request, 'signal'> = {},
  ) => {
    const response = await s3
      .send(method, { bucket, key }, { ...request, signal })
      .catch((error: unknown) => Promise.reject(asS3Error(error, placeOf(key))));
    const isAbsent = response.status === 404 && key !== '' && method !== 'PUT' && method !== 'POST';
    if (response.ok) return response;
    const body = await read(key, async () => (await response.text()).slice(0, MAX_REFUSAL_BYTES));
    const refusal = refusedBy(
      { status: response.status, body, date: response.headers.get('date') },
      placeOf(key),
    );
    if (isAbsent && refusal.kind === 'refused') return undefined;
    throw refusal;
  };
  /** A body may break off as well. */
  const read = async <T>(key: string, body: () => Promise<T>): Promise<T> => {
    try {
      return await body();
    } catch (error) {
      signal.throwIfAborted();
      throw asS3Error(
        error instanceof S3Error ? error : new S3Unreachable('unreachable', { cause: error }),
        placeOf(key),
      );
    }
  };
  const again = <T>(work: () => Promise<T>) => withRetries(settings, work);

  return {
    async *list(prefix, pageKeys = 1000) {
      let token: string | undefined;
      do {
        const query: Record<string, string> = {
          'list-type': '2',
          'encoding-type': 'url',
          'max-keys': String(pageKeys),
          ...(prefix === '' ? {} : { prefix }),
          ...(token === undefined ? {} : { 'continuation-token': token }),
        };
        const page = await again(async () => {
          const response = await send('GET', '', { query });
          const text = await read('', () => response!.text());
          const found = readListPage(text);
          if (found === undefined) throw new S3Error('refused', `the list of ${placeOf('')} can't be read`);
          return found;
        });
        yield* page.objects;
        token = page.next;
      } while (token !== undefined);
    },
    head: (key) =>
      again(async () => {
        const response = await send('HEAD', key);
        return response === undefined ? undefined : factsOf(response.headers);
      }),
    get: (key) =>
      again(async () => {
        const response = await send('GET', key);
        if (response === undefined) return undefined;
        const facts = factsOf(response.headers);
        const bytes = await read(key, async () => new Uint8Array(await response.arrayBuffer()));
        // A connection that ends early may look like the end of the body.
        if (bytes.length !== facts.bytes) throw asS3Error(new S3Unreachable('unreachable'), placeOf(key));
        return { bytes, facts };
      }),
    async *stream(key) {
      const response = await again(() => send('GET', key));
      if (response === undefined)
        throw new S3Error('refused', `there is no ${placeOf(key)}`, { status: 404 });
      try {
        if (response.body !== null) yield* response.body;
      } catch (error) {
        signal.throwIfAborted();
        throw asS3Error(new S3Unreachable('unreachable', { cause: error }), placeOf(key));
      }
    },
    async put(key, pieces, { mediaType, metadata = {}, headers: given = {} }) {
      const headers: Record<string, string> = { 'content-type': mediaType, ...given };
      for (const [name, value] of Object.entries(metadata)) headers[`${METADATA}${name}`] = value;
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const requests = {
        send: (method: 'POST' | 'PUT' | 'DELETE', request: Omit<S3Request, 'signal'>) =>
          again(async () => {
            const response = await send(method, key, request);
            const text = await read(key, async () => (await response?.text()) ?? '');
            return {
              text,
              etag: withoutQuotes(response?.headers.get('etag') ?? ''),
              status: response?.status ?? 404,
            };
          }),
        place: placeOf(key),
      };
      if (bytes > multipartAbove) await multipartUpload(requests, { pieces, bytes, partBytes, headers });
      else
        await requests.send('PUT', {
          headers,
          body: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces),
        });
    },
    remove: (key) =>
      again(async () => {
        const response = await send('DELETE', key);
        await response?.body?.cancel();
      }),
  };
}

function factsOf(headers: Headers): ObjectFacts {
  const metadata: Record<string, string> = {};
  for (const [name, value] of headers)
    if (name.startsWith(METADATA)) metadata[name.slice(METADATA.length)] = value;
  return {
    bytes: Number(headers.get('content-length') ?? Number.NaN),
    etag: withoutQuotes(headers.get('etag') ?? ''),
    metadata,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

function asS3Error(error: unknown, place: string): unknown {
  if (!(error instanceof S3Unreachable)) return error;
  const how = error.reason === 'too_slow' ? 'is too slow' : "can't be reached";
  return new S3Error('unreachable', `the service of ${place} ${how}`, {}, { cause: error });
}
