/**
 * Lets pieces of this thread's own work run one after the other in the order in which they were asked for, each behind
 * a pause.
 *
 * @param pause taken before each piece, so that others are heard between any two
 */
export function createSerialQueue(
  pause: () => Promise<void>,
): <Result>(piece: () => Result) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (piece) => {
    const result = last.then(pause).then(piece);
    last = result.catch(() => {});
    return result;
  };
}
