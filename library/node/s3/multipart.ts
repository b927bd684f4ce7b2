import { refusedBy } from './s3-error.ts';
import { escapedXml, textOf } from './s3-xml.ts';

/** Requests for one object, repeated where the service is overloaded. */
export interface ObjectRequests {
  send(
    method: 'POST' | 'PUT' | 'DELETE',
    request: {
      readonly query?: Readonly<Record<string, string>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Uint8Array;
    },
  ): Promise<{ readonly text: string; readonly etag: string; readonly status: number }>;
  readonly place: string;
}

export interface LargeObject {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly partBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of the last request, which makes the object. */
  readonly condition: Readonly<Record<string, string>>;
}

/** S3's own limit. */
const MAX_PARTS = 10_000;

/**
 * Uploads an object in parts, one after the other; it exists once all have arrived. The parts of a failed upload are
 * removed; those of a killed process stay until the bucket's rule for incomplete uploads removes them.
 *
 * @throws S3Error
 */
export async function multipartUpload(
  requests: ObjectRequests,
  { pieces, bytes, partBytes, headers, condition }: LargeObject,
): Promise<void> {
  const begun = await requests.send('POST', { query: { uploads: '' }, headers });
  const uploadId = textOf(begun.text, 'UploadId');
  if (uploadId === undefined)
    throw refusedBy({ status: begun.status, body: begun.text, date: null }, requests.place);
  try {
    const parts: string[] = [];
    for (const body of partsOf(pieces, Math.max(partBytes, Math.ceil(bytes / MAX_PARTS)))) {
      const partNumber = parts.length + 1;
      const { etag } = await requests.send('PUT', {
        query: { partNumber: String(partNumber), uploadId },
        body,
      });
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>"${escapedXml(etag)}"</ETag></Part>`);
    }
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const ended = await requests.send('POST', { query: { uploadId }, headers: condition, body });
    // The status is sent before the parts are joined, so an error may follow a 200.
    if (/<Error>/.test(ended.text))
      throw refusedBy({ status: 500, body: ended.text, date: null }, requests.place);
  } catch (error) {
    await requests.send('DELETE', { query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** Joins and divides the pieces into parts of equal size; the last may be smaller. */
function* partsOf(pieces: readonly Uint8Array[], partBytes: number): Generator<Uint8Array> {
  let part: Uint8Array[] = [];
  let filled = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const next = piece.subarray(from, from + partBytes - filled);
      part.push(next);
      filled += next.length;
      from += next.length;
      if (filled < partBytes) continue;
      yield Buffer.concat(part);
      part = [];
      filled = 0;
    }
  }
  if (filled > 0) yield Buffer.concat(part);
}
