/**
 * Runs this thread's own pieces of work one after the other in the order of the calls, with a pause before
 * each.
 * @param pause awaited before each piece, so that messages are delivered in between
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
