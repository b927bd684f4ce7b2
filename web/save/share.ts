/** One result to be handed on. */
export interface SharedFile {
  readonly name: string;
  readonly blob: Blob;
}

let canShare: boolean | undefined;

/** Whether the system takes files from a page, for mail and messages. Asked once, with a PDF that is none. */
export function canShareFiles(): boolean {
  canShare ??= navigator.canShare?.({ files: [asFile({ name: 'a.pdf', blob: new Blob([' ']) })] }) ?? false;
  return canShare;
}

/** How handing on ended; who looked at the choice and went back has chosen nobody. */
export type SharingEnd = 'shared' | 'nobody' | 'refused';

/** Hands files to the system. */
export async function shareFiles(files: readonly SharedFile[]): Promise<SharingEnd> {
  try {
    await navigator.share({ files: files.map(asFile) });
    return 'shared';
  } catch (thrown) {
    // Of what it refuses, such as 50 MB and more at once, a system says only that it does.
    if (!(thrown instanceof DOMException || thrown instanceof TypeError)) throw thrown;
    return NOBODY.has(thrown.name) ? 'nobody' : 'refused';
  }
}

/** The person went back, or asks while the system still does. */
const NOBODY: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError']);

function asFile({ name, blob }: SharedFile): File {
  return new File([blob], name, { type: 'application/pdf' });
}
