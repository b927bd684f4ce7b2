import type { HttpBindings } from '@hono/node-server';
import type { RequestIdVariables } from 'hono/request-id';
import type { Session } from '../accounts/sessions.ts';
import type { ApiKey } from '../keys/key-service.ts';
import type { ProblemCode } from '../problem.ts';
import type { DocumentUse } from './document-use.ts';

/** Where a request belongs among those of other programs (W3C Trace Context). */
export interface Trace {
  /** 32 hex digits, the same in all programs that a request goes through. */
  readonly traceId: string;
  /** 16 hex digits: this server's own part of it. */
  readonly spanId: string;
  /** 16 hex digits: the caller's part; absent where this server began it. */
  readonly parentId: string | undefined;
  /** Whether the caller records it. */
  readonly flags: string;
}

/** What a document's time went into, in milliseconds, one after the other. */
export interface Phases {
  readonly uploadMs: number;
  readonly queuedMs: number;
  readonly runMs: number;
  /** When the work was done, in epoch milliseconds. */
  readonly endedAt: number;
}

/** What a request carries through the app. The Node bindings are absent when a test calls the app directly. */
export interface AppEnv {
  Bindings: Partial<HttpBindings> | undefined;
  Variables: RequestIdVariables & {
    /** Who asks, once that is known. */
    key?: ApiKey;
    /** Who is signed in, on the dashboard's addresses alone. */
    session?: Session;
    /** Why the request was refused, for the log. */
    problemCode?: ProblemCode;
    /** Where the request belongs among those of other programs. */
    trace?: Trace;
    /** Of a document that was worked on. */
    phases?: Phases;
    /** Who failed to sign in, for the log. */
    strangerAddress?: string;
    /** What counts its bytes against the day of its key. */
    documentUse?: DocumentUse;
    uploadBytes?: number;
    /** Size of the document that was handed out. */
    resultBytes?: number;
    /** Where a result did not prove equal to its original, for the log: object and keys, no values. */
    checkFailedAt?: string;
  };
}
