import type { OutboundReason } from '../problem.ts';

/** Reasons that may be temporary. */
const PASSING: ReadonlySet<OutboundReason> = new Set([
  'too_slow',
  'cut_short',
  'unreachable',
  'no_room',
  'clock',
  'credentials',
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
