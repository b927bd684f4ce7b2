import { type FieldError, ProblemError } from '../problem.ts';

export interface Upload {
  /** Text fields in order, including repeated names. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly document?: ReceivedDocument;
  /** Errors of the parts themselves; values are validated later, all at once. */
  readonly faults: readonly FieldError[];
}

export interface ReceivedDocument {
  /** As sent by the client: untrusted. */
  readonly fileName: string | undefined;
  readonly buffer: ArrayBuffer;
  readonly byteLength: number;
}

/** The field that holds the document. */
export const FILE_FIELD = 'file';

/** Consumes a body in pieces. Both methods throw ProblemError as soon as an error is found. */
export interface BodyReader {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<Upload>;
}

export function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ code: 'too_large', limitBytes });
}
