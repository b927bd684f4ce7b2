import { EventEmitter } from 'node:events';

/** Tells whoever waits for a job that something of it has ended. */
export interface JobChanges {
  tell(jobId: string): void;
  /** Resolves at the next change, after so long, or when the caller goes away. Never rejects. */
  next(jobId: string, ms: number, signal: AbortSignal): Promise<void>;
}

export function createJobChanges(): JobChanges {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  return {
    tell: (jobId) => void events.emit(jobId),
    next: (jobId, ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          events.off(jobId, end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        events.once(jobId, end);
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
      }),
  };
}
