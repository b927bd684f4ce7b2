import type { Logger } from 'pino';
import type { CompressOptions } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import type { Reservation } from '../limits/byte-budget.ts';
import { JobCancelled, type JobRunner } from '../pool/job.ts';
import { type Problem, ProblemError } from '../problem.ts';
import type { Store } from '../store/folder-store.ts';
import { doDocument } from '../work/do-document.ts';
import { resultFile } from '../work/result-file.ts';
import { beginDocument, type DocumentEnd, type TakenDocument } from './document-leases.ts';
import { newId } from './ids.ts';
import { type DocumentSecrets, openSecrets } from './places/document-secrets.ts';
import type { RemotePlaces } from './places/remote-places.ts';
import { MAX_REMOTE_TRIES } from './queue/postponed.ts';
import type { Sealer } from './sealer.ts';

export interface DocumentWorkDeps {
  readonly db: Database;
  readonly store: Store;
  readonly remote: RemotePlaces;
  readonly runner: JobRunner;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly now: () => number;
}

/** A place at the processors. */
export interface Slot {
  /** Resolves when the document, whose input has so many bytes, has its slot. @throws JobCancelled */
  enter(bytes: number): Promise<void>;
  /** Lets the next document in before this one's result is sent. */
  leave(): void;
}

/** `later`: the server, not the document, is the obstacle. `postponed`: the input or output is, for now. */
export type WorkEnd = DocumentEnd | 'later' | 'postponed';

/** Reads a document, compresses it and writes its result. @throws JobCancelled */
export async function workOn(
  deps: DocumentWorkDeps,
  document: TakenDocument,
  reservation: Reservation,
  slot: Slot,
  signal: AbortSignal,
): Promise<WorkEnd> {
  const { db, runner, sealer, log, now } = deps;
  try {
    const secrets = openSecrets(sealer, document);
    if (secrets === undefined) return failed({ code: 'sealed_lost' });
    const bytes = await inputOf(deps, document, secrets, reservation, signal);
    const byteLength = bytes.length;
    await slot.enter(byteLength);
    if (document.started_at === null && !(await beginDocument(db, document, byteLength, now())))
      throw new JobCancelled();
    const result = await doDocument(runner, {
      ...wholeBuffer(bytes),
      // Written by queued-rows.ts.
      options: JSON.parse(document.options) as CompressOptions,
      password: secrets.password,
      client: document.key_id,
      withReceipt: true,
      signal,
    });
    slot.leave();
    const file = resultFile(document.ref ?? undefined, result.bytes, result.report);
    return {
      state: 'done',
      output: await outputOf(deps, document, secrets, file, signal),
      bytesIn: byteLength,
      bytesOut: file.byteLength,
      mediaType: file.mediaType,
      warnings: result.report.warnings,
      receipt: result.receipt,
    };
  } catch (error) {
    if (error instanceof JobCancelled) throw error;
    if (signal.aborted) throw new JobCancelled();
    if (error instanceof ProblemError) return endOfProblem(document, error.problem);
    if (error instanceof DatabaseUnavailable) return 'later';
    if (isDiskError(error)) {
      log.warn({ err: error, document: document.id }, 'the store fails');
      return 'later';
    }
    log.error({ err: error, document: document.id }, 'unexpected error in a document of a job');
    return failed({ code: 'internal' });
  }
}

async function inputOf(
  { store, remote }: DocumentWorkDeps,
  document: TakenDocument,
  secrets: DocumentSecrets,
  reservation: Reservation,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  if (document.remote_input === null) {
    const bytes = await store.get(document.file_id);
    if (bytes === undefined) throw new ProblemError({ code: 'input_gone' });
    return bytes;
  }
  return remote.read(document, secrets, { grow: reservation.grow, signal });
}

/** Returns the result's name in the store; null where it went elsewhere. */
async function outputOf(
  { store, remote, now }: DocumentWorkDeps,
  document: TakenDocument,
  secrets: DocumentSecrets,
  file: ReturnType<typeof resultFile>,
  signal: AbortSignal,
): Promise<string | null> {
  if (document.remote_output === null) {
    const output = newId('out', now());
    await store.put(output, file.pieces());
    return output;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of file.pieces()) pieces.push(piece);
  const body = Buffer.concat(pieces);
  await remote.write(document, secrets, { body, mediaType: file.mediaType, signal });
  return null;
}

function endOfProblem({ remote_tries }: TakenDocument, problem: Problem): WorkEnd {
  switch (problem.code) {
    case 'busy':
    case 'unavailable':
      return 'later';
    case 'input_unreachable':
    case 'output_failed':
      return remote_tries + 1 < MAX_REMOTE_TRIES ? 'postponed' : failed(problem);
    default:
      return failed(problem);
  }
}

function failed(problem: Problem): DocumentEnd {
  return { state: 'failed', problem };
}

/** A transferable buffer: Node may have allocated `bytes` in its shared pool. */
function wholeBuffer(bytes: Buffer<ArrayBuffer>): {
  readonly buffer: ArrayBuffer;
  readonly byteLength: number;
} {
  const isOwn = bytes.byteOffset === 0 && bytes.buffer.byteLength === bytes.length;
  const buffer = isOwn ? bytes.buffer : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return { buffer, byteLength: bytes.length };
}

/** The disk is full, read-only or failing. Errors without such a system code are bugs. */
function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EACCES)$/.test(code);
}
