import { onAbort } from '../../shared/work/on-abort.ts';

/**
 * Rejects on abort without waiting for the operation: a network disk or a pipe may block for minutes.
 *
 * @throws the signal's reason
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}
