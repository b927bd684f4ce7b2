/** A multiple of three: each chunk but the last is whole groups of base64. */
const CHUNK_BYTES = 3 * 256 * 1024;

/**
 * The members of `answer`, then `"file":{…,"base64":"…"}`, as a stream: no second copy of the document, four thirds of
 * its size, is held for it.
 *
 * @param answer with a member at least
 */
export function jsonWithFile(
  answer: object,
  file: { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array },
): { readonly body: ReadableStream<Uint8Array>; readonly byteLength: number } {
  const facts = JSON.stringify({
    name: file.name,
    mediaType: file.mediaType,
    bytes: file.bytes.length,
  });
  const head = Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"file":${facts.slice(0, -1)},"base64":"`);
  const tail = Buffer.from('"}}');
  const base64Length = Math.ceil(file.bytes.length / 3) * 4;
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    pull(controller) {
      if (at < file.bytes.length) {
        const chunk = file.bytes.subarray(at, at + CHUNK_BYTES);
        at += CHUNK_BYTES;
        const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('base64');
        controller.enqueue(Buffer.from(text, 'latin1'));
        return;
      }
      controller.enqueue(tail);
      controller.close();
    },
  });
  return { body, byteLength: head.length + base64Length + tail.length };
}
