/** A document's thread ended before its response. The file is not at fault, and other documents continue. */
export class WorkerCrashedError extends Error {
  readonly reason: 'out-of-memory' | 'died' | 'blocked';

  /** @param blockedBy explains why the thread did not start */
  constructor(reason: WorkerCrashedError['reason'], options?: { cause?: unknown }, blockedBy?: string) {
    super(
      blockedBy ?? (reason === 'out-of-memory' ? 'there was not enough memory for it' : 'its thread died'),
      options,
    );
    this.name = 'WorkerCrashedError';
    this.reason = reason;
  }
}
