import type { LimitName } from './limits.ts';

/**
 * Why a document cannot be done: plain data that crosses workers and the network. Sentences for people live
 * with the host that speaks to them, keyed by `code` and `reason`.
 */
export type PdfProblem =
  | { readonly code: 'not_a_pdf'; readonly reason: 'empty' | 'no-header' }
  | {
      readonly code: 'encrypted_pdf';
      readonly reason: 'password-needed' | 'wrong-password' | 'unsupported-handler';
    }
  | {
      readonly code: 'damaged_pdf';
      readonly reason: 'no-xref' | 'no-catalog' | 'no-pages' | 'unreadable';
      /** Where it went wrong, for logs and reports; never shown as the whole message. */
      readonly detail?: string;
    }
  | {
      /** The cross-reference or an object stream is packed by a filter that we do not know, and the rest is not enough. */
      readonly code: 'unsupported_filter';
      /** Its name without the slash, in plain characters and not long. */
      readonly filter: string;
    }
  | {
      /** Only where the document was to be split. */
      readonly code: 'cannot_split';
      readonly reason:
        | 'signed'
        | 'damaged'
        | 'xfa-form'
        | 'page-over-limit'
        | 'attachment-over-limit'
        | 'verification-failed';
      /** Bytes that a part may have, and bytes of the page or attachment that alone has more. */
      readonly allowed?: number;
      readonly found?: number;
      /** Of the page, from 1. */
      readonly page?: number;
      /** Where the proof failed, for logs and reports. */
      readonly detail?: string;
    }
  | {
      readonly code: 'limit_exceeded';
      readonly limit: LimitName;
      readonly allowed: number;
      readonly found?: number;
    };

export type PdfProblemCode = PdfProblem['code'];

/** This document cannot be done. Anything else that the core throws (an abort apart) is a bug. */
export class PdfError extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, options?: { cause?: unknown }) {
    super(problem.code, options);
    this.name = 'PdfError';
    this.problem = problem;
  }
}

/** The problem inside a thrown value, or null when the value is a bug or an abort. */
export function problemOf(thrown: unknown): PdfProblem | null {
  return thrown instanceof PdfError ? thrown.problem : null;
}
