/** A document's thread ended before its response. The file is not at fault, and other documents continue. */
export class WorkerCrashedError extends Error {
  readonly reason: 'out-of-memory' | 'died';

  constructor(reason: WorkerCrashedError['reason'], options?: { cause?: unknown }) {
    super(reason === 'out-of-memory' ? 'there was not enough memory for it' : 'its thread died', options);
    this.name = 'WorkerCrashedError';
    this.reason = reason;
  }
}
