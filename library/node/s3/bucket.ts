import { randomBytes } from 'node:crypto';
import { type RetrySettings, withRetries } from '../with-retries.ts';
import { multipartUpload, type ObjectRequests } from './multipart.ts';
import { type S3, type S3Method, type S3Request, S3Unreachable } from './s3.ts';
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
  readonly condition?: WriteCondition;
}

/** Condition of a write: there is no object, or the one with this ETag (without quotes). */
export type WriteCondition = 'absent' | { readonly etag: string };

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
  /**
   * Writes a whole object, in parts if it is large: readers see all of it or none. A service without conditional writes
   * gets the object without its condition.
   *
   * @throws S3Error `changed` if the condition isn't met
   */
  put(key: string, pieces: readonly Uint8Array[], upload: ObjectUpload): Promise<void>;
  /** Idempotent. @throws S3Error */
  remove(key: string): Promise<void>;
}

export interface BucketSettings extends RetrySettings {
  /** Objects above this many bytes are sent in parts. */
  readonly multipartAbove?: number;
  /** Bytes of a part, at least 5 MiB. */
  readonly partBytes?: number;
  /** Called once if the service has no conditional writes. */
  readonly onUnconditional?: () => void;
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
  return new S3Bucket(s3, bucket, settings);
}

class S3Bucket implements Bucket {
  readonly #s3: S3;
  readonly #name: string;
  readonly #settings: BucketSettings;
  /** Whether the service has conditional writes; asked before the first one. */
  #hasConditions: Promise<boolean> | undefined;

  constructor(s3: S3, name: string, settings: BucketSettings) {
    this.#s3 = s3;
    this.#name = name;
    this.#settings = settings;
  }

  async *list(prefix: string, pageKeys = 1000): AsyncGenerator<ListedObject> {
    let token: string | undefined;
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(pageKeys),
        ...(prefix === '' ? {} : { prefix }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const page = await this.#again(async () => {
        const response = await this.#send('GET', '', { query });
        const text = await this.#read('', () => response!.text());
        const found = readListPage(text);
        if (found === undefined)
          throw new S3Error('refused', `the list of ${this.#placeOf('')} can't be read`);
        return found;
      });
      yield* page.objects;
      token = page.next;
    } while (token !== undefined);
  }

  head(key: string): Promise<ObjectFacts | undefined> {
    return this.#again(async () => {
      const response = await this.#send('HEAD', key);
      return response === undefined ? undefined : factsOf(response.headers);
    });
  }

  get(key: string): ReturnType<Bucket['get']> {
    return this.#again(async () => {
      const response = await this.#send('GET', key);
      if (response === undefined) return undefined;
      const facts = factsOf(response.headers);
      const bytes = await this.#read(key, async () => new Uint8Array(await response.arrayBuffer()));
      // A connection that ends early may look like the end of the body.
      if (bytes.length !== facts.bytes) throw asS3Error(new S3Unreachable('unreachable'), this.#placeOf(key));
      return { bytes, facts };
    });
  }

  async put(key: string, pieces: readonly Uint8Array[], upload: ObjectUpload): Promise<void> {
    const { condition } = upload;
    this.#hasConditions ??= condition === undefined ? undefined : this.#probe(key);
    const isKept = condition !== undefined && (await this.#hasConditions);
    await this.#put(key, pieces, upload, isKept ? conditionHeaders(condition) : {});
  }

  remove(key: string): Promise<void> {
    return this.#again(async () => {
      const response = await this.#send('DELETE', key);
      await response?.body?.cancel();
    });
  }

  /** Asks for an object that isn't there to be replaced, which creates nothing where conditions are kept. */
  async #probe(key: string): Promise<boolean> {
    const probe = `${key}.${randomBytes(8).toString('hex')}`;
    try {
      const headers = conditionHeaders({ etag: '0'.repeat(32) });
      await this.#sendForText('PUT', probe, { headers, body: new Uint8Array() });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      // Any other failure is one of the write itself, which says so.
      if (error.status !== NOT_IMPLEMENTED) return true;
      this.#settings.onUnconditional?.();
      return false;
    }
    await this.remove(probe);
    this.#settings.onUnconditional?.();
    return false;
  }

  async #put(
    key: string,
    pieces: readonly Uint8Array[],
    { mediaType, metadata = {}, headers: given = {} }: ObjectUpload,
    condition: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { multipartAbove = 32 * MIB, partBytes = 16 * MIB } = this.#settings;
    const headers: Record<string, string> = { 'content-type': mediaType, ...given };
    for (const [name, value] of Object.entries(metadata)) headers[`${METADATA}${name}`] = value;
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const requests: ObjectRequests = {
      send: (method, request) => this.#sendForText(method, key, request),
      place: this.#placeOf(key),
    };
    if (bytes > multipartAbove)
      await multipartUpload(requests, { pieces, bytes, partBytes, headers, condition });
    else
      await requests.send('PUT', {
        headers: { ...headers, ...condition },
        body: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces),
      });
  }

  #sendForText(
    method: S3Method,
    key: string,
    request: Omit<S3Request, 'signal'>,
  ): ReturnType<ObjectRequests['send']> {
    return this.#again(async () => {
      const response = await this.#send(method, key, request);
      const text = await this.#read(key, async () => (await response?.text()) ?? '');
      return {
        text,
        etag: withoutQuotes(response?.headers.get('etag') ?? ''),
        status: response?.status ?? 404,
      };
    });
  }

  /** One request; anything but success or 404 is thrown. */
  async #send(
    method: S3Method,
    key: string,
    request: Omit<S3Request, 'signal'> = {},
  ): Promise<Response | undefined> {
    const place = this.#placeOf(key);
    const { signal } = this.#settings;
    const response = await this.#s3
      .send(method, { bucket: this.#name, key }, { ...request, signal })
      .catch((error: unknown) => Promise.reject(asS3Error(error, place)));
    const isAbsent = response.status === 404 && key !== '' && method !== 'PUT' && method !== 'POST';
    if (response.ok) return response;
    const body = await this.#read(key, async () => (await response.text()).slice(0, MAX_REFUSAL_BYTES));
    const refusal = refusedBy({ status: response.status, body, date: response.headers.get('date') }, place);
    if (isAbsent && refusal.kind === 'refused') return undefined;
    throw refusal;
  }

  /** A body may break off as well. */
  async #read<T>(key: string, body: () => Promise<T>): Promise<T> {
    try {
      return await body();
    } catch (error) {
      this.#settings.signal.throwIfAborted();
      throw asS3Error(
        error instanceof S3Error ? error : new S3Unreachable('unreachable', { cause: error }),
        this.#placeOf(key),
      );
    }
  }

  #again<T>(work: () => Promise<T>): Promise<T> {
    const isPassing = (error: unknown) => error instanceof S3Error && error.kind === 'unreachable';
    return withRetries(this.#settings, isPassing, work);
  }

  #placeOf(key: string): string {
    return `s3://${this.#name}${key === '' ? '' : `/${key}`}`;
  }
}

const NOT_IMPLEMENTED = 501;

function conditionHeaders(condition: WriteCondition): Readonly<Record<string, string>> {
  return condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': `"${condition.etag}"` };
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
