import { createUploadClock, type TransferPatience, type UploadClock } from '../http/patience.ts';
import type { Reservation } from '../limits/byte-budget.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { tooLarge, type Upload } from './body.ts';
import { createDocumentBuffer } from './document-buffer.ts';
import { createFormReader } from './form.ts';
import { createRawReader } from './raw.ts';

/** What one upload may take. */
export interface Allowance {
  /** Of the document. */
  readonly limitBytes: number;
  /** Grows by what arrives; the caller releases it. */
  readonly reservation: Reservation;
  readonly patience: TransferPatience;
  /** When somebody for whom there is no room should come again. */
  readonly retryAfterS: () => number;
}

/** What a form may weigh beyond its document: boundaries, part headers, options. */
const FORM_BYTES = 64 * 1024;

/** How the document may come; the answer to anything else names them. */
export const MEDIA_TYPES = ['multipart/form-data', 'application/pdf'] as const;

/**
 * Reads a request's document, as a field of a form or as the body itself. It goes straight into one buffer, and the
 * limits hold at every moment: by `Content-Length` before anything is read, else while streaming. The request's body
 * is left readable, so that the rest of a refused upload can be discarded.
 *
 * @param onWelcome called once the headers are found good, before the body is read.
 * @throws ProblemError `unsupported_media_type`, `unsupported_encoding`, `malformed_multipart`, `too_large`, `slow_upload` or `busy`.
 */
export async function receiveUpload(
  request: Request,
  { limitBytes, reservation, patience, retryAfterS }: Allowance,
  onWelcome: () => void = () => {},
): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? '';
  const mediaType = contentType.split(';')[0].trim().toLowerCase();
  if (!(MEDIA_TYPES as readonly string[]).includes(mediaType)) {
    throw new ProblemError({ code: 'unsupported_media_type' });
  }
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity') throw new ProblemError({ code: 'unsupported_encoding' });
  const contentLength = contentLengthOf(request);
  if (contentLength !== undefined && contentLength > limitBytes + FORM_BYTES) throw tooLarge(limitBytes);
  const noRoom = () => new ProblemError(busyProblem('bytes', retryAfterS()));
  // What is only announced takes nothing; what could never find room need not be sent.
  if (!reservation.hasRoom(contentLength ?? 0)) throw noRoom();

  const document = createDocumentBuffer(contentLength, limitBytes);
  const body =
    mediaType === 'application/pdf'
      ? createRawReader(document, limitBytes)
      : createFormReader(contentType, document, limitBytes);
  onWelcome();
  if (request.body !== null) {
    await pour(request.body, limitBytes, createUploadClock(patience), async (bytes) => {
      if (!reservation.grow(bytes.length)) throw noRoom();
      await body.write(bytes);
    });
  }
  return body.end();
}

function contentLengthOf(request: Request): number | undefined {
  const text = request.headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

async function pour(
  body: ReadableStream<Uint8Array>,
  limitBytes: number,
  clock: UploadClock,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const reader = body.getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await clock.next(
        reader.read().catch((cause: unknown) => {
          throw new ProblemError({ code: 'malformed_multipart', reason: 'cut-short' }, { cause });
        }),
      );
      if (done) return;
      clock.count(value.length);
      received += value.length;
      if (received > limitBytes + FORM_BYTES) throw tooLarge(limitBytes);
      await write(value);
    }
  } finally {
    reader.releaseLock();
  }
}
