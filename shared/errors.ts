import type { LimitName } from './limits.ts';

/**
 * The reason why a document cannot be processed, as plain data that crosses workers and the network. Each
 * host has its own sentences, keyed by `code` and `reason`.
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
      /** Place of the failure, for logs and reports; never shown as the whole message. */
      readonly detail?: string;
    }
  | {
      /** The cross-reference or an object stream uses an unknown filter, and the rest of the file is not enough. */
      readonly code: 'unsupported_filter';
      /** Filter name without the slash, shortened, printable characters only. */
      readonly filter: string;
    }
  | {
      /** Only when the document was to be split. */
      readonly code: 'cannot_split';
      readonly reason:
        | 'signed'
        | 'damaged'
        | 'xfa-form'
        | 'page-over-limit'
        | 'attachment-over-limit'
        | 'verification-failed';
      /** Bytes a part may have, and bytes of the single page or attachment that exceeds them. */
      readonly allowed?: number;
      readonly found?: number;
      /** 1-based page number. */
      readonly page?: number;
      /** The check that failed, for logs and reports. */
      readonly detail?: string;
    }
  | {
      readonly code: 'limit_exceeded';
      readonly limit: LimitName;
      readonly allowed: number;
      readonly found?: number;
    };

export type PdfProblemCode = PdfProblem['code'];

/** This document cannot be processed. Anything else that the core throws (except an abort) is a bug. */
export class PdfError extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, options?: { cause?: unknown }) {
    super(problem.code, options);
    this.name = 'PdfError';
    this.problem = problem;
  }
}

/** Returns the problem of a PdfError; null for a bug or an abort. */
export function problemOf(thrown: unknown): PdfProblem | null {
  return thrown instanceof PdfError ? thrown.problem : null;
}
