import { EventEmitter } from 'node:events';
import { listenOn } from '../../db/notifications.ts';

/** Tells long polls of a job when one of its documents ends, and workers when documents wait; with PostgreSQL in all processes. */
export interface JobChanges {
  tell(jobId: string): void;
  /** Resolves at the next change, after `ms`, or when the caller disconnects. Never rejects. */
  next(jobId: string, ms: number, signal: AbortSignal): Promise<void>;
  announceWork(): void;
  onWork(listener: () => void): void;
  close(): void;
}

const CHANNEL = 'pagelight_jobs';
const WORK = 'work';

/** @param databaseUrl of a PostgreSQL whose processes tell one another */
export function createJobChanges(databaseUrl?: string): JobChanges {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const others =
    databaseUrl === undefined
      ? undefined
      : listenOn(databaseUrl, CHANNEL, (message) => void events.emit(message || WORK));
  const emit = (event: string) => {
    events.emit(event);
    others?.send(event);
  };
  return {
    tell: emit,
    announceWork: () => emit(WORK),
    onWork: (listener) => void events.on(WORK, listener),
    close: () => others?.close(),
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
