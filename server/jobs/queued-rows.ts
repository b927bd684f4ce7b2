import type { JobDocumentRow, JobRow } from '../db/schema.ts';
import { tagsFrom } from './fairness.ts';
import { newId } from './ids.ts';
import { type DocumentSecrets, sealSecrets } from './places/document-secrets.ts';
import { shownInput, shownOutput } from './places/places.ts';
import type { Sealer } from './sealer.ts';
import type { WantedDocument, WantedJob } from './wanted-job.ts';

/** The row of a new job, of which nothing is done. */
export function queuedJob(
  keyId: string,
  requestId: string | null,
  wanted: WantedJob,
  documents: number,
  now: number,
): JobRow {
  return {
    id: newId('job', now),
    key_id: keyId,
    request_id: requestId,
    fingerprint: wanted.name?.fingerprint ?? '',
    state: 'queued',
    outcome: null,
    total: documents,
    open: documents,
    done: 0,
    failed: 0,
    cancelled: 0,
    bytes_in: 0,
    bytes_out: 0,
    keep_hours: wanted.keepHours,
    keep_until: null,
    swept_at: null,
    labels: JSON.stringify(wanted.labels),
    webhook_id: wanted.webhook?.id ?? null,
    webhook_events: wanted.webhook?.events ?? null,
    fail_after: wanted.failAfter === undefined ? null : JSON.stringify(wanted.failAfter),
    created_at: now,
    started_at: null,
    ended_at: null,
  };
}

/**
 * The rows of a new job's documents.
 *
 * @param sizes in bytes; 0 if unknown until it is read
 * @param firstTag place in the line of the key's next document
 */
export function queuedDocuments(
  job: JobRow,
  documents: readonly WantedDocument[],
  sizes: readonly number[],
  firstTag: number,
  sealer: Sealer,
): readonly JobDocumentRow[] {
  const tags = tagsFrom(firstTag, sizes);
  return documents.map((document, n) =>
    queuedDocument(job, document, { n, tag: tags[n]!, size: sizes[n]! }, sealer),
  );
}

function queuedDocument(
  job: JobRow,
  document: WantedDocument,
  place: { readonly n: number; readonly tag: number; readonly size: number },
  sealer: Sealer,
): JobDocumentRow {
  const { n, tag, size } = place;
  const { password, input, output } = document;
  const id = `${job.id}.${n}`;
  return {
    id,
    job_id: job.id,
    key_id: job.key_id,
    n,
    ref: document.ref ?? null,
    state: 'queued',
    tag,
    lease: null,
    worker_id: null,
    attempts: 0,
    file_id: 'upload' in input ? input.upload : '',
    remote_input: 'upload' in input ? null : JSON.stringify(shownInput(input)),
    remote_output: output === undefined ? null : JSON.stringify(shownOutput(output)),
    remote_tries: 0,
    retry_at: null,
    options: JSON.stringify(document.options),
    sealed: sealSecrets(sealer, secretsOf(document), id),
    has_password: password === undefined ? 0 : 1,
    bytes_in: size,
    bytes_out: null,
    output: null,
    media_type: null,
    warnings: null,
    receipt: null,
    problem: null,
    started_at: null,
    ended_at: null,
  };
}

function secretsOf({ password, input, output }: WantedDocument): DocumentSecrets {
  return {
    password,
    inputUrl: 'url' in input ? input.url : undefined,
    ...(output !== undefined && 'url' in output
      ? { outputUrl: output.url, outputHeaders: output.headers }
      : {}),
  };
}
