import type { JobDocumentRow } from '../../db/schema.ts';
import type { Sealer } from '../sealer.ts';
import type { RemoteInput, RemoteOutput } from './places.ts';

/** Parts of a document that are encrypted in its row until it ends. */
export interface DocumentSecrets {
  readonly password?: string | undefined;
  /** Addresses with their signatures. */
  readonly inputUrl?: string | undefined;
  readonly outputUrl?: string | undefined;
  readonly outputHeaders?: Readonly<Record<string, string>> | undefined;
}

/** Returns null where there is nothing to encrypt. */
export function sealSecrets(sealer: Sealer, secrets: DocumentSecrets, id: string): string | null {
  const isEmpty = Object.values(secrets).every((value) => value === undefined);
  return isEmpty ? null : sealer.seal(JSON.stringify(secrets), id);
}

/** Returns undefined where a secret is needed that no key of today opens. */
export function openSecrets(sealer: Sealer, row: JobDocumentRow): DocumentSecrets | undefined {
  if (!needsSecrets(row)) return {};
  const text = row.sealed === null ? undefined : sealer.open(row.sealed, row.id);
  // Written by `sealSecrets`.
  return text === undefined ? undefined : (JSON.parse(text) as DocumentSecrets);
}

/** Whether a document cannot be done without its secrets, which go when it ends. */
export function needsSecrets(
  row: Pick<JobDocumentRow, 'has_password' | 'remote_input' | 'remote_output'>,
): boolean {
  const [input, output] = [remoteInputOf(row), remoteOutputOf(row)];
  const isSigned = (place: object | undefined) => place !== undefined && 'url' in place;
  return row.has_password === 1 || isSigned(input) || isSigned(output);
}

/** Undefined for an upload. */
export function remoteInputOf({
  remote_input,
}: Pick<JobDocumentRow, 'remote_input'>): RemoteInput | undefined {
  // Written by queued-rows.ts.
  return remote_input === null ? undefined : (JSON.parse(remote_input) as RemoteInput);
}

/** Undefined where the result is kept for download. */
export function remoteOutputOf({
  remote_output,
}: Pick<JobDocumentRow, 'remote_output'>): RemoteOutput | undefined {
  return remote_output === null ? undefined : (JSON.parse(remote_output) as RemoteOutput);
}
