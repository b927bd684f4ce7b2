import { createReadStream } from 'node:fs';
import { osPath, pathFromBytes } from '../../files/os-path.ts';
import { unlessAborted } from '../../files/unless-aborted.ts';
import { describeFileError } from '../../text/files.ts';
import { listedPath, type NamedPath } from './named-paths.ts';

/** Editors of Windows begin a file with it. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const [NUL, NEWLINE, RETURN] = [0, 0x0a, 0x0d];

/** A list of paths cannot be read. */
export class ListError extends Error {}

/**
 * Yields the paths of a list as they arrive.
 *
 * @param list a file name, or `-` for standard input
 * @throws ListError; the signal's reason
 */
export async function* pathsInList(
  list: string,
  isNulList: boolean,
  signal: AbortSignal,
): AsyncGenerator<NamedPath> {
  const stream = list === '-' ? process.stdin : createReadStream(osPath(list));
  const chunks = stream[Symbol.asyncIterator]();
  const end = isNulList ? NUL : NEWLINE;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(chunks.next(), signal).catch((error) => {
        signal.throwIfAborted();
        throw new ListError(`Cannot read ${list}: ${describeFileError(error)}.`);
      });
      const bytes: Buffer = done === true ? rest : Buffer.concat([rest, value]);
      let start = isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? 3 : 0;
      isFirst = false;
      for (let at = bytes.indexOf(end, start); at >= 0; at = bytes.indexOf(end, start)) {
        yield* pathIn(bytes.subarray(start, at), isNulList);
        start = at + 1;
      }
      rest = bytes.subarray(start);
      if (done !== true) continue;
      yield* pathIn(rest, isNulList);
      return;
    }
  } finally {
    stream.destroy();
  }
}

function* pathIn(bytes: Buffer, isNulList: boolean): Generator<NamedPath> {
  const isWindows = !isNulList && bytes.at(-1) === RETURN;
  const path = pathFromBytes(isWindows ? bytes.subarray(0, -1) : bytes);
  if (path !== '') yield listedPath(path);
}
