import { describeFileError } from '../text/files.ts';
import type { FileErrorCode } from './results/file-result.ts';

/** An error with a file rather than with the document in it. */
export class FileError extends Error {
  readonly code: FileErrorCode;

  constructor(code: FileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Runs `work` on a file. @throws FileError with the reason in words */
export async function withFile<T>(code: FileErrorCode, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(code, `${path}: ${describeFileError(error)}`);
  }
}
