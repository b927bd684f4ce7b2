import { EventEmitter } from 'node:events';

/** Notifies long polls of a job when one of its documents ends. */
export interface JobChanges {
  tell(jobId: string): void;
  /** Resolves at the next change, after `ms`, or when the caller disconnects. Never rejects. */
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
