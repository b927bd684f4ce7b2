/** A file that is generated and sent in pieces, so that neither blocks other requests. */
export interface ResponseFile {
  readonly name: string;
  readonly mediaType: 'application/pdf' | 'application/zip';
  readonly byteLength: number;
  pieces(): AsyncGenerator<Uint8Array>;
}

const PIECE_BYTES = 1024 * 1024;

/** Yields views into bytes in memory. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Pieces are generated as they are read; a cancel stops the generator. */
export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
