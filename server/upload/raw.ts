import { type BodyReader, tooLarge } from './body.ts';
import type { DocumentBuffer } from './document-buffer.ts';

/** Reads a body that is the document itself; the options are then in the query. */
export function createRawReader(document: DocumentBuffer, limitBytes: number): BodyReader {
  return {
    async write(bytes) {
      if (!document.append(bytes)) throw tooLarge(limitBytes);
    },
    async end() {
      const { byteLength } = document;
      return {
        fields: [],
        faults: [],
        document: { fileName: undefined, buffer: document.take(), byteLength },
      };
    },
  };
}
