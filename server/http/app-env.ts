import type { HttpBindings } from '@hono/node-server';
import type { RequestIdVariables } from 'hono/request-id';
import type { Session } from '../accounts/sessions.ts';
import type { ApiKey } from '../keys/key-service.ts';
import type { ProblemCode } from '../problem.ts';
import type { DocumentUse } from './document-use.ts';

/** Distributed trace of a request (W3C Trace Context). */
export interface Trace {
  /** 32 hex digits, the same in all programs that a request passes through. */
  readonly traceId: string;
  /** 16 hex digits: this server's span. */
  readonly spanId: string;
  /** 16 hex digits: the caller's span; absent if this server started the trace. */
  readonly parentId: string | undefined;
  /** Trace flags: whether the caller records the trace. */
  readonly flags: string;
}

/** Consecutive phases of a document's processing, in milliseconds. */
export interface Phases {
  readonly uploadMs: number;
  readonly queuedMs: number;
  readonly runMs: number;
  /** End of the work, in epoch milliseconds. */
  readonly endedAt: number;
}

/** Context of a request. The Node bindings are absent when a test calls the app directly. */
export interface AppEnv {
  Bindings: Partial<HttpBindings> | undefined;
  Variables: RequestIdVariables & {
    /** The authenticated key, once known. */
    key?: ApiKey;
    /** The signed-in session, only on dashboard routes. */
    session?: Session;
    /** Why the request was refused, for the log. */
    problemCode?: ProblemCode;
    trace?: Trace;
    /** Phases of a processed document. */
    phases?: Phases;
    /** Client address of a failed sign-in, for the log. */
    strangerAddress?: string;
    /** Counts the document toward the key's daily limit. */
    documentUse?: DocumentUse;
    uploadBytes?: number;
    /** Size of the returned document. */
    resultBytes?: number;
    /** Where a result did not prove equal to its original, for the log: object and keys, no values. */
    checkFailedAt?: string;
  };
}
