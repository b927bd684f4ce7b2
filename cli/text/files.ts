import { systemCode } from '../files/system-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'another file has this name',
  ENOENT: 'there is no such file or folder',
  EACCES: 'you have no permission',
  EPERM: 'that is not permitted',
  EISDIR: 'that is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota of the disk is used up',
  EFBIG: 'files may not be that large here',
  EIO: 'the disk or share does not answer properly',
  EROFS: 'the disk can only be read',
  ENAMETOOLONG: 'the name is too long',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GB',
};

/** Explains a file system error in words; the system gives only a code. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node appends the call and its paths; every caller names the path.
  return REASONS[systemCode(error)] ?? error.message.replace(/, [a-z]+(?: '.*')?$/s, '');
}
