import { type ResponseFile, streamOf } from './response/response-file.ts';

/**
 * Streams the members of `answer`, then `"file":{…,"base64":"…"}`, so that no base64 copy, four thirds of the file's
 * size, is held in memory.
 *
 * @param answer must have at least one member
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

/** Three bytes become four characters; a remainder is carried into the next piece. */
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
