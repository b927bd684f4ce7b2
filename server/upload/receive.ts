import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { sendContinue } from '../http/expect-continue.ts';
import { ACCEPTED_MEDIA_TYPES } from '../http/media-types.ts';
import { createUploadRateGuard, type MinDataRate, type UploadRateGuard } from '../http/min-data-rate.ts';
import type { Reservation } from '../limits/byte-budget.ts';
import { restartRetryAfterS } from '../limits/retry-after.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { tooLarge, type Upload } from './body.ts';
import { type BodyPieces, bodyPieces } from './body-pieces.ts';
import { createDocumentBuffer } from './document-buffer.ts';
import { createFormReader } from './form.ts';
import { createRawReader } from './raw.ts';

/** Limits of one upload. */
export interface UploadLimits {
  /** Maximum size of the document. */
  readonly limitBytes: number;
  /** Grows with what arrives; the caller releases it. */
  readonly reservation: Reservation;
  readonly minDataRate: MinDataRate;
  /** Retry-After for a client without room, in seconds. */
  readonly retryAfterS: () => number;
  /** Aborted when the server cannot wait for the rest any longer. */
  readonly lastCall: AbortSignal;
}

/** Allowance for a form beyond its document: boundaries, part headers, options. */
const FORM_BYTES = 64 * 1024;

/**
 * Reads a request's document, as a form field or as the body itself, into one buffer. The limits hold at any time: by
 * `Content-Length` before anything is read, else while streaming. The body is left readable, so that the rest of a
 * refused upload can be discarded.
 *
 * @throws ProblemError `unsupported_media_type`, `unsupported_encoding`, `malformed_multipart`, `too_large`,
 * `upload_too_slow`, `daily_limit` or `busy`
 */
export async function receiveUpload(
  c: Context<AppEnv>,
  { limitBytes, reservation, minDataRate, retryAfterS, lastCall }: UploadLimits,
): Promise<Upload> {
  const { headers } = c.req.raw;
  const contentType = headers.get('content-type') ?? '';
  const [mediaType = ''] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (!(ACCEPTED_MEDIA_TYPES as readonly string[]).includes(mediaType)) {
    throw new ProblemError({ code: 'unsupported_media_type' });
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity') throw new ProblemError({ code: 'unsupported_encoding' });
  const contentLength = contentLengthOf(headers);
  if (contentLength !== undefined && contentLength > limitBytes + FORM_BYTES) throw tooLarge(limitBytes);
  const noRoom = () => new ProblemError(busyProblem('bytes', retryAfterS()));
  // An announcement reserves nothing, but an upload that could never fit need not be sent.
  if (!reservation.hasRoom(contentLength ?? 0)) throw noRoom();

  const document = createDocumentBuffer(contentLength, limitBytes);
  const body =
    mediaType === 'application/pdf'
      ? createRawReader(document, limitBytes)
      : createFormReader(contentType, document, limitBytes);
  sendContinue(c);
  const cutOff = rejection(lastCall, () => new ProblemError(busyProblem('draining', restartRetryAfterS())));
  try {
    await pipeBody(
      bodyPieces(c),
      limitBytes,
      createUploadRateGuard(minDataRate),
      cutOff.promise,
      async (bytes) => {
        if (!reservation.grow(bytes.length)) throw noRoom();
        const before = document.byteLength;
        await body.write(bytes);
        c.get('documentUse')?.arrived(document.byteLength - before);
      },
    );
  } finally {
    cutOff.forget();
  }
  return body.end();
}

function contentLengthOf(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** A promise that rejects when the signal is aborted, until `forget` is called. */
function rejection(signal: AbortSignal, reason: () => Error) {
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(reason());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    forget = () => signal.removeEventListener('abort', onAbort);
  });
  promise.catch(() => undefined);
  return { promise, forget };
}

async function pipeBody(
  body: BodyPieces,
  limitBytes: number,
  clock: UploadRateGuard,
  cutOff: Promise<never>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let received = 0;
  try {
    for (;;) {
      const next = body.next().catch((cause: unknown) => {
        throw new ProblemError({ code: 'malformed_multipart', reason: 'cut-short' }, { cause });
      });
      const piece = await Promise.race([clock.next(next), cutOff]);
      if (piece === undefined) return;
      clock.count(piece.length);
      received += piece.length;
      if (received > limitBytes + FORM_BYTES) throw tooLarge(limitBytes);
      await write(piece);
    }
  } finally {
    body.release();
  }
}
