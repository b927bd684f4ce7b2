import { makeZip } from 'client-zip';
import { FileStore } from '../persistence/file-store.ts';

/** One result and its path. */
export interface Saved {
  /** Including folders, such as `Reports/2026/a-light.pdf`. */
  readonly path: string;
  readonly blob: Blob;
  /** Modification time of the original. */
  readonly lastModified: number;
}

/**
 * One ZIP of all files. It is streamed into a file of the browser's storage, so that it is never in memory as a whole.
 * Without such storage, or if it is full, the browser has to hold it.
 */
export async function zipOf(
  files: readonly Saved[],
  folder: FileSystemDirectoryHandle | null,
): Promise<Blob> {
  if (folder !== null) {
    try {
      const store = new FileStore(folder);
      zips += 1;
      // The previous one may still be on its way to the disk.
      await store.remove(zipName(zips - 2));
      await store.write(zipName(zips), streamOf(files));
      return new Blob([await store.read(zipName(zips))], { type: 'application/zip' });
    } catch {
      // Storage is full or was removed meanwhile.
    }
  }
  return new Response(streamOf(files), { headers: { 'Content-Type': 'application/zip' } }).blob();
}

let zips = 0;
const zipName = (number: number) => `all-${number}.zip`;

function streamOf(files: readonly Saved[]): ReadableStream<Uint8Array> {
  return makeZip(
    files.map(({ path, blob, lastModified }) => ({
      name: path,
      input: new File([blob], path),
      lastModified: new Date(lastModified),
    })),
  );
}
