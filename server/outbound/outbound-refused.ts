/** Why a request to a client's URL was refused or failed. Contains nothing of the remote's response. */
export type OutboundReason =
  | 'not_a_url'
  | 'too_long'
  | 'scheme'
  | 'credentials_in_url'
  | 'port'
  | 'name'
  | 'host_not_allowed'
  | 'address'
  | 'redirect'
  | 'status'
  | 'encoded'
  | 'too_large'
  | 'too_slow'
  | 'cut_short'
  | 'unreachable'
  /** This server has no memory for the body now. */
  | 'no_room'
  /** The clock of this server and that of the bucket's service differ too much. */
  | 'clock'
  /** `s3://` of a bucket, or of a place in it, that the operator did not open. */
  | 'bucket'
  /** Not a name for an object that this server would ask for. */
  | 'key';

/** Reasons that may be temporary. */
const PASSING: ReadonlySet<OutboundReason> = new Set([
  'too_slow',
  'cut_short',
  'unreachable',
  'no_room',
  'clock',
]);

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
  readonly reason: OutboundReason;
  /** The status of the remote's response; present only with the reason `status`. */
  readonly status: number | undefined;

  constructor(reason: OutboundReason, status?: number) {
    super(status === undefined ? reason : `${reason} ${status}`);
    this.reason = reason;
    this.status = status;
  }

  /** Whether the same request may succeed later: a slow, broken or overloaded remote. */
  get isPassing(): boolean {
    const isOverload = this.status !== undefined && (this.status >= 500 || [408, 429].includes(this.status));
    return PASSING.has(this.reason) || isOverload;
  }
}
