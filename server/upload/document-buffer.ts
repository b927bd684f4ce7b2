/** Collects an upload in one buffer that can be transferred to a worker without a copy. */
export interface DocumentBuffer {
  readonly byteLength: number;
  /** False, without effect, if the bytes would exceed the limit. */
  append(bytes: Uint8Array): boolean;
  /** The buffer with the document at its start, possibly with spare room after it. */
  take(): ArrayBuffer;
}

const FIRST_BYTES = 64 * 1024;

/**
 * @param expectedBytes the announced size; a buffer of that size never grows. Untouched pages cost no memory, so a
 * false announcement is harmless.
 */
export function createDocumentBuffer(expectedBytes: number | undefined, limitBytes: number): DocumentBuffer {
  let bytes = new Uint8Array(Math.min(expectedBytes ?? FIRST_BYTES, limitBytes));
  let length = 0;
  return {
    get byteLength() {
      return length;
    },
    append(added) {
      const needed = length + added.length;
      if (needed > limitBytes) return false;
      if (needed > bytes.length) {
        const larger = new Uint8Array(Math.min(limitBytes, Math.max(needed, bytes.length * 2)));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(added, length);
      length = needed;
      return true;
    },
    take: () => bytes.buffer,
  };
}
