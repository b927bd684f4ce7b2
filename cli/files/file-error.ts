import { describeFileError } from '../text/files.ts';

/** Error codes beside the document's own problems. */
export type FileErrorCode =
  | 'cannot_read'
  | 'cannot_write'
  | 'output_exists' // the existing file is not known as a result
  | 'modified_concurrently' // another program wrote to it during compression
  | 'hard_linked' // replacing one name of a hard-linked file would separate it from the others
  | 'out_of_memory'
  | 'time_limit'
  | 'internal';

/** An error with a file or object rather than with the document in it. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  /** The fault, without the path. */
  readonly reason: string;
  /** The file, if the message begins with it. */
  readonly path: string | undefined;

  constructor(code: FileErrorCode, reason: string, path?: string) {
    super(path === undefined ? reason : `${path}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.path = path;
  }
}

/** Runs `work` on a file. @throws FileError with the reason in words */
export async function withFile<T>(code: FileErrorCode, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(code, describeFileError(error), path);
  }
}
