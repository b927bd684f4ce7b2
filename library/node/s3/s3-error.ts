/** Kinds of failures that callers handle differently. */
export type S3ErrorKind =
  /** No response, or an overloaded service: the same request may succeed later. */
  | 'unreachable'
  /** The clock of this machine and the service's differ too much. */
  | 'clock'
  /** Unknown, expired or wrong credentials. */
  | 'credentials'
  /** The credentials don't allow this. */
  | 'denied'
  | 'no-bucket'
  /** The object isn't as the condition of a write wants it. */
  | 'changed'
  /** Anything else. */
  | 'refused';

const KINDS: Readonly<Record<string, S3ErrorKind>> = {
  RequestTimeTooSkewed: 'clock',
  RequestTimeout: 'unreachable',
  SlowDown: 'unreachable',
  InvalidAccessKeyId: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  ExpiredToken: 'credentials',
  InvalidToken: 'credentials',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  NoSuchBucket: 'no-bucket',
  PreconditionFailed: 'changed',
  // Another write at the same time: which one came first is known when it is repeated.
  ConditionalRequestConflict: 'unreachable',
};

/** Statuses of an overloaded or broken service. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** A request that an S3 service refused or did not answer. The message is a sentence without its end. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly kind: S3ErrorKind;
  /** 0 without a response. */
  readonly status: number;
  /** The service's own code, such as `SlowDown`; empty if there is none. */
  readonly code: string;

  constructor(kind: S3ErrorKind, message: string, { status = 0, code = '' } = {}, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}

/** The service's response to a refused request. */
export interface S3Refusal {
  readonly status: number;
  /** Its XML; empty in answers to HEAD. */
  readonly body: string;
  /** The time of the service, from the header Date. */
  readonly date: string | null;
}

/** @param place bucket and key, for the sentence */
export function refusedBy({ status, body, date }: S3Refusal, place: string): S3Error {
  const code = /<Code>([\w.]{1,80})<\/Code>/.exec(body)?.[1] ?? '';
  const kind = KINDS[code] ?? (PASSING_STATUSES.has(status) ? 'unreachable' : kindOfStatus(status));
  return new S3Error(kind, sentenceOf({ kind, status, code, date }, place), { status, code });
}

function kindOfStatus(status: number): S3ErrorKind {
  if (status === 412) return 'changed';
  return status === 401 || status === 403 ? 'denied' : 'refused';
}

interface Said {
  readonly kind: S3ErrorKind;
  readonly status: number;
  readonly code: string;
  readonly date: string | null;
}

function sentenceOf({ kind, status, code, date }: Said, place: string): string {
  const said = code === '' ? String(status) : `${status} ${code}`;
  switch (kind) {
    case 'clock':
      return `this machine's clock ${clockText(date)}, so the service of ${place} refuses its requests (${said}); set the clock`;
    case 'credentials':
      return `the service of ${place} doesn't accept the credentials (${said}); check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_SESSION_TOKEN`;
    case 'denied':
      return `the credentials don't allow this for ${place} (${said})`;
    case 'no-bucket':
      return `there is no bucket for ${place} (${said}); check its name, S3_ENDPOINT and S3_REGION`;
    case 'changed':
      return `${place} was changed by another program (${said})`;
    case 'unreachable':
      return `the service of ${place} is overloaded (${said})`;
    case 'refused':
      return `the service refused ${place} (${said})`;
  }
}

const MINUTE_MS = 60_000;

function clockText(date: string | null): string {
  const offMs = Date.now() - Date.parse(date ?? '');
  const minutes = Math.round(Math.abs(offMs) / MINUTE_MS);
  if (!Number.isFinite(minutes) || minutes === 0) return "differs from the service's";
  return `is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} the service's`;
}
