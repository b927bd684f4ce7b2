/** Memory of an instance; `grow` replaces its buffer. */
export interface EmscriptenMemory {
  readonly buffer: ArrayBuffer;
  /** Takes pages of 64 KiB. */
  grow(pages: number): number;
}

const PAGE_BYTES = 65536;
/** errno of WASI: the stream cannot seek. */
const ESPIPE = 70;

/** Imports of a module that Emscripten made, for a program without files, environment and clock. */
export function emscriptenImports(memory: () => EmscriptenMemory, mostBytes = Number.POSITIVE_INFINITY) {
  return {
    /** `emscripten_resize_heap` */
    growMemory(bytes: number): number {
      const wanted = bytes >>> 0;
      if (wanted > mostBytes) return 0;
      try {
        memory().grow(Math.max(0, Math.ceil((wanted - memory().buffer.byteLength) / PAGE_BYTES)));
        return 1;
      } catch {
        return 0;
      }
    },

    /** `fd_write`: messages of the program; reports all bytes as written. */
    discardOutput(_file: number, vectors: number, count: number, written: number): number {
      const heap = new Uint32Array(memory().buffer);
      let bytes = 0;
      for (let i = 0; i < count; i++) bytes += heap[(vectors >>> 2) + i * 2 + 1]!;
      heap[written >>> 2] = bytes;
      return 0;
    },

    /** `environ_sizes_get` */
    emptyEnvironment(count: number, bytes: number): number {
      const heap = new Uint32Array(memory().buffer);
      heap[count >>> 2] = 0;
      heap[bytes >>> 2] = 0;
      return 0;
    },

    /** `fd_seek` */
    cannotSeek: () => ESPIPE,
  };
}
