import { onAbort } from '../../shared/work/on-abort.ts';

/** A disk of a network or a pipe may say nothing for minutes: whoever asks to end does not wait for it. @throws the signal's reason */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}
