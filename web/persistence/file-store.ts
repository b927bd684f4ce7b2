/** Files by name in one folder. */
export class FileStore {
  readonly #folder: FileSystemDirectoryHandle;

  constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** All or nothing: a file that was there before stays as it was until the new one is whole. */
  async write(name: string, content: Blob | string | ReadableStream<Uint8Array>): Promise<void> {
    try {
      await this.#put(name, content);
    } catch (thrown) {
      if (!(content instanceof Blob) || !isNamed(thrown, 'NotReadableError')) throw thrown;
      // Chromium reads a file of the disk by itself, stops where there is no room, and at times tells of the stop alone. Read by
      // us, a file that cannot be read and a storage that is full are two things.
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

  /** Nothing happens when it is not there. */
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
