import { appendAll } from '../../shared/lists.ts';
import type { RejectedFiles } from '../jobs/jobs-reducer.ts';

/** A file as chosen or dropped. */
export interface PickedFile {
  readonly file: File;
  /** The folders it was found in, such as `Reports/2026`; empty for a single file. */
  readonly folder: string;
}

export interface Sorted {
  readonly pdfs: readonly PickedFile[];
  readonly refused: RejectedFiles;
}

/** How far into a file the header may start, as in other PDF readers (ISO 32000-1, Annex H.3.4.1). */
const HEADER_WINDOW = 1024;

/** A browser asks another process for the size of a file, once, and the page waits a millisecond or two for it. */
const FILES_PER_TASK = 16;

/**
 * Separates PDFs from other files. A file named or typed as a PDF is accepted: the core decides, and its answer appears
 * in the file's row. Any other file is a PDF if it starts like one.
 */
export async function partitionPdfs(given: readonly PickedFile[]): Promise<Sorted> {
  const pdfs: PickedFile[] = [];
  const names: string[] = [];
  const inFolders: string[] = [];
  for (const [index, one] of given.entries()) {
    const { file, folder } = one;
    if (index > 0 && index % FILES_PER_TASK === 0) await new Promise((resolve) => setTimeout(resolve));
    // Known from here on: the list reads the sizes of all its files at once.
    void file.size;
    if (hasPdfName(file) || (await hasPdfHeader(file))) pdfs.push(one);
    else if (folder !== '') inFolders.push(file.name);
    else names.push(file.name);
  }
  return { pdfs, refused: { names, inFolders } };
}

/**
 * All files of a drop, including those in folders. Call it inside the event: the browser empties the transfer
 * afterwards.
 */
export async function filesFromDataTransfer(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const plainFiles = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  // The browser shows the dropped items only as files, or does not support folders.
  if (!entries.some((entry) => entry?.isDirectory)) return directly(plainFiles);

  const given: PickedFile[] = [];
  for (const entry of entries) {
    if (entry !== null) appendAll(given, await filesBelow(entry));
  }
  return given;
}

/** Files from an input or the clipboard. Files chosen with a folder know their path. */
export function directly(files: Iterable<File>): readonly PickedFile[] {
  return [...files].map((file) => ({ file, folder: folderOf(file.webkitRelativePath ?? '') }));
}

/** `Reports/2026` from `/Reports/2026/a.pdf`. */
function folderOf(path: string): string {
  return path.replace(/^\//, '').replace(/\/?[^/]*$/, '');
}

async function filesBelow(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    return file === null ? [] : [{ file, folder: folderOf(entry.fullPath) }];
  }
  if (!isDirectoryEntry(entry)) return [];
  const given: PickedFile[] = [];
  for (const child of await children(entry)) appendAll(given, await filesBelow(child));
  return given;
}

/** `readEntries` returns at most a hundred at a time, and an empty list at the end. */
async function children(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    appendAll(all, some);
  }
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectoryEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function hasPdfName(file: File): boolean {
  return file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
}

async function hasPdfHeader(file: File): Promise<boolean> {
  try {
    const start = new Uint8Array(await file.slice(0, HEADER_WINDOW).arrayBuffer());
    return new TextDecoder('latin1').decode(start).includes('%PDF');
  } catch {
    // An unreadable file, such as a folder presented as a file, is not a PDF.
    return false;
  }
}
