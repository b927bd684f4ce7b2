export interface MemoryFolder {
  readonly folder: FileSystemDirectoryHandle;
  readonly files: ReadonlyMap<string, Blob>;
  readonly folders: ReadonlyMap<string, MemoryFolder>;
}

/** An in-memory folder of the browser's storage that holds `quota` bytes. */
export function memoryFolder(quota = Number.POSITIVE_INFINITY): MemoryFolder {
  const files = new Map<string, Blob>();
  const folders = new Map<string, MemoryFolder>();
  const used = () => [...files.values()].reduce((sum, { size }) => sum + size, 0);

  const getFileHandle = async (name: string, options?: { create?: boolean }) => {
    if (!files.has(name)) {
      if (!options?.create) throw new DOMException(name, 'NotFoundError');
      files.set(name, new Blob([]));
    }
    return {
      getFile: async () => new File([files.get(name) ?? ''], name, { lastModified: 1000 }),
      createWritable: async () => {
        let content = new Blob([]);
        const before = files.get(name)?.size ?? 0;
        const write = async (chunk: BlobPart) => {
          content = new Blob([content, chunk]);
          if (used() - before + content.size <= quota) return;
          // Chromium stops reading a file if storage is full, and sometimes reports that instead of the reason.
          if (chunk instanceof Blob) throw new DOMException('stopped', 'NotReadableError');
          throw new DOMException('full', 'QuotaExceededError');
        };
        const close = async () => void files.set(name, content);
        return Object.assign(new WritableStream({ write }), { write, close });
      },
    };
  };
  const getDirectoryHandle = async (name: string) => {
    if (!folders.has(name)) folders.set(name, memoryFolder());
    return folders.get(name)?.folder;
  };
  const folder = {
    getFileHandle,
    getDirectoryHandle,
    removeEntry: async (name: string) => void files.delete(name),
    async *keys() {
      yield* [...files.keys()];
    },
    async *values() {
      for (const [name] of folders) yield { kind: 'directory', name };
      for (const [name] of files) yield { kind: 'file', name };
    },
  };
  // Only these of its methods are used.
  return { folder: folder as unknown as FileSystemDirectoryHandle, files, folders };
}
