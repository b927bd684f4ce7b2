/** Files by name in one folder. */
export class FileStore {
  readonly #folder: FileSystemDirectoryHandle;

  constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** Atomic: an existing file stays until the new one is complete. */
  async write(name: string, content: Blob | string | ReadableStream<Uint8Array>): Promise<void> {
    try {
      await this.#put(name, content);
    } catch (thrown) {
      if (!(content instanceof Blob) || !isNamed(thrown, 'NotReadableError')) throw thrown;
      // If Chromium reads a file from disk itself, it stops when storage is full, and sometimes reports only the
      // interruption. Streaming distinguishes an unreadable file from full storage.
      await this.#put(name, content.stream());
    }
  }

  async #put(name: string, content: Blob | string | ReadableStream<Uint8Array>): Promise<void> {
    const handle = await this.#folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    try {
      if (content instanceof ReadableStream)
        await content.pipeTo(writable, { preventAbort: true, preventClose: true });
      else await writable.write(content);
      await writable.close();
    } catch (thrown) {
      await writable.abort().catch(() => undefined);
      await this.remove(name);
      throw thrown;
    }
  }

  async read(name: string): Promise<File> {
    return (await this.#folder.getFileHandle(name)).getFile();
  }

  async names(): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const name of this.#folder.keys()) names.push(name);
    return names;
  }

  /** Does nothing if it does not exist. */
  async remove(name: string): Promise<void> {
    await this.#folder.removeEntry(name).catch(() => undefined);
  }
}

export function isStorageFull(thrown: unknown): boolean {
  return isNamed(thrown, 'QuotaExceededError');
}

function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof DOMException && thrown.name === name;
}
