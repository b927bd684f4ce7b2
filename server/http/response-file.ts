/** A file on its way out, a piece at a time: neither its making nor its sending holds other requests up. */
export interface ResponseFile {
  readonly name: string;
  readonly mediaType: 'application/pdf' | 'application/zip';
  readonly byteLength: number;
  pieces(): AsyncGenerator<Uint8Array>;
}

const PIECE_BYTES = 1024 * 1024;

/** What lies in memory, as views into it. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Pieces are made as they are read, and no more of them where the reader goes. */
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
