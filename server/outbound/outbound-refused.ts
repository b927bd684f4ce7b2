/** Why a request to somebody else's address was refused or given up. Nothing of the remote's answer is in it. */
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
  | 'unreachable';

/** Reasons that may be gone a little later. */
const PASSING: ReadonlySet<OutboundReason> = new Set(['too_slow', 'cut_short', 'unreachable']);

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
  readonly reason: OutboundReason;
  /** The status that the remote answered with; present only with the reason `status`. */
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
