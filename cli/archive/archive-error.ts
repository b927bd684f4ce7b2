import { S3Error } from '../../library/node/s3/s3-error.ts';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { FileError } from '../files/file-error.ts';
import { systemCode } from '../files/system-error.ts';
import { describeFileError } from '../text/files.ts';

/** A failure that all further objects would have too. It ends the run, which another start continues. */
export class ArchiveStopped extends Error {}

/** The command can't do what was asked. Nothing was changed. */
export class ArchiveRefused extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.WRONG_USAGE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Kinds that concern the object alone. */
const OWN_KINDS: ReadonlySet<string> = new Set(['denied', 'refused']);
const WHOLE_DISK: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ESTALE',
]);

/** Runs `work` on one object. @throws FileError for a failure of this object alone; ArchiveStopped */
export async function onObject<T>(code: 'cannot_read' | 'cannot_write', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError || error instanceof ArchiveStopped) throw error;
    if (error instanceof S3Error)
      throw OWN_KINDS.has(error.kind)
        ? new FileError(code, error.message)
        : new ArchiveStopped(error.message);
    const system = systemCode(error);
    if (system === '') throw error;
    throw WHOLE_DISK.has(system)
      ? new ArchiveStopped(describeFileError(error))
      : new FileError(code, describeFileError(error));
  }
}
