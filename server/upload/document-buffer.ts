/** Gathers an upload in one buffer that can be handed to a worker without a copy. */
export interface DocumentBuffer {
  readonly byteLength: number;
  /** False, and nothing taken, when the bytes would pass the limit. */
  append(bytes: Uint8Array): boolean;
  /** The buffer with the document at its start. Spare room behind it stays. */
  take(): ArrayBuffer;
}

const FIRST_BYTES = 64 * 1024;

/**
 * @param expectedBytes what the request says it will send; a buffer of that size never grows. Untouched pages of it
 *   cost no memory, so a lie in the header is harmless.
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
