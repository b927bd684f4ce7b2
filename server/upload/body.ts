import { type FieldError, ProblemError } from '../problem.ts';

export interface Upload {
  /** Text fields in the order they came, names repeated where they were. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly document?: ReceivedDocument;
  /** What is wrong with the parts themselves; their values are judged later, all at once. */
  readonly faults: readonly FieldError[];
}

export interface ReceivedDocument {
  /** As the client gave it: never to be trusted. */
  readonly fileName: string | undefined;
  readonly buffer: ArrayBuffer;
  readonly byteLength: number;
}

/** The field that holds the document. */
export const FILE_FIELD = 'file';

/** Takes a body in pieces, as they come. Both throw ProblemError as soon as something is wrong with it. */
export interface BodyReader {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<Upload>;
}

export function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ code: 'too_large', limitBytes });
}
