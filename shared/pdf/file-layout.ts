import { type PDFObject, PDFRawStream, type PDFRef } from './objects.ts';

/** A plain object in the file at `[start, end)`; `endobj` may follow. */
export interface ObjectExtent {
  readonly ref: PDFRef;
  readonly start: number;
  readonly end: number;
  /** Range of a stream's data, encrypted if the file is; empty for other objects. */
  readonly dataStart: number;
  readonly dataEnd: number;
}

/** A parsed object, with its end and, for a stream, the start of its data. */
interface ReadObject {
  readonly object: PDFObject;
  readonly end: number;
  readonly dataStart?: number;
}

/** Positions in the file of the objects that were read. Objects in object streams have none. */
export class FileLayout {
  readonly #extents = new Map<PDFRef, ObjectExtent>();
  readonly #streams = new Map<PDFRef, PDFRawStream>();
  readonly #crossReferences: readonly PDFRawStream[];

  /** @param crossReferences the cross-reference streams that were read */
  constructor(crossReferences: readonly PDFRawStream[] = []) {
    this.#crossReferences = crossReferences;
  }

  /** @param read as parsed: stream data as in the file */
  add(ref: PDFRef, start: number, { object, end, dataStart = end }: ReadObject): void {
    if (!(object instanceof PDFRawStream)) {
      this.#extents.set(ref, { ref, start, end, dataStart: end, dataEnd: end });
      return;
    }
    this.#streams.set(ref, object);
    this.#extents.set(ref, { ref, start, end, dataStart, dataEnd: dataStart + object.contents.length });
  }

  /** In file order. In malicious files, extents may overlap. */
  extents(): ObjectExtent[] {
    return [...this.#extents.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  }

  /** Returns all streams that were read, as parsed: their data may still be encrypted. */
  streams(): readonly PDFRawStream[] {
    return [...this.#streams.values(), ...this.#crossReferences];
  }

  /** Returns the bytes of a stream's data in the file; 0 if it has none there. */
  dataBytes(ref: PDFRef): number {
    const extent = this.#extents.get(ref);
    return extent === undefined ? 0 : extent.dataEnd - extent.dataStart;
  }
}
