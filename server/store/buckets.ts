import { type S3, S3Unreachable } from '../../library/node/s3/s3.ts';
import { refusedBy, S3Error } from '../../library/node/s3/s3-error.ts';
import { OutboundRefused } from '../outbound/outbound-refused.ts';
import { type BodyLimits, wholeBody } from '../outbound/whole-body.ts';
import { type BucketRule, type BucketUse, readBucketAddress } from './bucket-rules.ts';

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
      const response = await answered(s3.send('GET', place, { headers, signal }));
      if (response.status !== 200 || response.body === null) throw await refusal(response);
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
      const headers = { 'content-type': mediaType };
      const response = await answered(s3.send('PUT', place, { headers, body, signal }));
      if (!response.ok) throw await refusal(response);
      await response.body?.cancel();
    },
  };
}

async function answered(request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof S3Unreachable) throw new OutboundRefused(error.reason);
    // The role of the server.
    if (error instanceof S3Error)
      throw new OutboundRefused(error.kind === 'unreachable' ? 'unreachable' : 'credentials');
    throw error;
  }
}

/** The status alone, but for a wrong clock, which is the operator's to set. */
async function refusal({ status, headers, body }: Response): Promise<OutboundRefused> {
  const text = await firstBytes(body).catch(() => '');
  const { kind } = refusedBy({ status, body: text, date: headers.get('date') }, '');
  return kind === 'clock' ? new OutboundRefused('clock') : new OutboundRefused('status', status);
}

const MAX_REFUSAL_BYTES = 65_536;

async function firstBytes(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(pieces).toString();
}
