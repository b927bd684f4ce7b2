import { type PDFObject, PDFRawStream, type PDFRef } from './objects.ts';

/** An object that stands in the file by itself, at `[start, end)`; `endobj` may follow. */
export interface ObjectExtent {
  readonly ref: PDFRef;
  readonly start: number;
  readonly end: number;
  /** The data of a stream as it stands there, encrypted where the file is; empty for other objects. */
  readonly dataStart: number;
  readonly dataEnd: number;
}

/** An object of the file, where it ends and, of a stream, where its data begins. */
interface ReadObject {
  readonly object: PDFObject;
  readonly end: number;
  readonly dataStart?: number;
}

/** Where in the file the objects stand that were read. Objects in object streams have no place of their own. */
export class FileLayout {
  readonly #extents = new Map<PDFRef, ObjectExtent>();
  readonly #streams = new Map<PDFRef, PDFRawStream>();
  readonly #crossReferences: readonly PDFRawStream[];

  /** @param crossReferences streams that say where the objects stand */
  constructor(crossReferences: readonly PDFRawStream[] = []) {
    this.#crossReferences = crossReferences;
  }

  /** @param read as it was parsed: the data of a stream is what the file has there */
  add(ref: PDFRef, start: number, { object, end, dataStart = end }: ReadObject): void {
    if (!(object instanceof PDFRawStream)) {
      this.#extents.set(ref, { ref, start, end, dataStart: end, dataEnd: end });
      return;
    }
    this.#streams.set(ref, object);
    this.#extents.set(ref, { ref, start, end, dataStart, dataEnd: dataStart + object.contents.length });
  }

  /** In file order. In files made to confuse, one may lie in another. */
  extents(): ObjectExtent[] {
    return [...this.#extents.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  }

  /** All streams that were read, as they were parsed: what is packed in them may still be encrypted. */
  streams(): readonly PDFRawStream[] {
    return [...this.#streams.values(), ...this.#crossReferences];
  }

  /** Bytes of a stream's data in the file; 0 when it has none there. */
  dataBytes(ref: PDFRef): number {
    const extent = this.#extents.get(ref);
    return extent === undefined ? 0 : extent.dataEnd - extent.dataStart;
  }
}
