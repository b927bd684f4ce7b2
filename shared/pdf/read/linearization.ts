import { type ByteSource, sourceOf } from '../byte-source.ts';
import { indexOf, latin1 } from '../bytes.ts';

/** Linearization parameters of a file (ISO 32000-2, annex F). */
export interface Linearization {
  /** `/L`: a file of another length was changed since; readers then treat it as not linearized. */
  readonly fileBytes: number;
  /** Start of the hint stream, relative to the header. */
  readonly hintsAt: number;
}

/** "The linearization parameter dictionary shall be entirely contained within the first 1024 bytes" (F.3.3). */
const WITHIN_BYTES = 1024;

/** Returns null if the file does not claim to be linearized. */
export function linearizationOf(bytes: Uint8Array): Linearization | null {
  const header = Math.max(0, indexOf(bytes, '%PDF', 0, Math.min(bytes.length, 2 * WITHIN_BYTES)));
  const head = latin1(bytes, header, Math.min(bytes.length, header + WITHIN_BYTES));
  const dict = /\d\s+obj\s*<<([^>]*\/Linearized[^>]*)>>/.exec(head)?.[1];
  const fileBytes = /\/L\s+(\d+)/.exec(dict ?? '')?.[1];
  if (dict === undefined || fileBytes === undefined) return null;
  const hints = /\/H\s*\[\s*(\d+)/.exec(dict)?.[1];
  return { fileBytes: Number(fileBytes), hintsAt: hints === undefined ? -1 : header + Number(hints) };
}

/** Returns whether readers treat the file as linearized: it says so, and nothing was added since. */
export function isLinearized(file: Uint8Array | ByteSource): boolean {
  const source = sourceOf(file);
  return (
    linearizationOf(source.read(0, Math.min(source.length, 3 * WITHIN_BYTES)))?.fileBytes === source.length
  );
}
