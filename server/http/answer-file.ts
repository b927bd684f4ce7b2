/** A file on its way out, a piece at a time: neither its making nor its sending holds other requests up. */
export interface AnswerFile {
  readonly name: string;
  readonly mediaType: 'application/pdf' | 'application/zip';
  readonly byteLength: number;
  pieces(): AsyncIterable<Uint8Array>;
}

const PIECE_BYTES = 1024 * 1024;

/** What lies in memory, as views into it. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
