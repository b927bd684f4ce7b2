import { type ResponseFile, streamOf } from './response-file.ts';

/**
 * The members of `answer`, then `"file":{…,"base64":"…"}`, as a stream: no second copy of the file, four thirds of
 * its size, is held for it.
 *
 * @param answer with a member at least
 */
export function jsonWithFile(
  answer: object,
  { name, mediaType, byteLength, pieces }: ResponseFile,
): { readonly body: ReadableStream<Uint8Array>; readonly byteLength: number } {
  const facts = JSON.stringify({ name, mediaType, size: byteLength });
  const head = Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"file":${facts.slice(0, -1)},"base64":"`);
  const tail = Buffer.from('"}}');
  const base64Length = Math.ceil(byteLength / 3) * 4;
  async function* all() {
    yield head;
    yield* base64Of(pieces());
    yield tail;
  }
  return { body: streamOf(all()), byteLength: head.length + base64Length + tail.length };
}

/** Three bytes are four letters; what is left of a piece goes with the next. */
async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes =
      rest.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    rest = Buffer.from(bytes.subarray(whole));
  }
  yield Buffer.from(rest.toString('base64'), 'latin1');
}
