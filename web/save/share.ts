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

/** Hands files to the system; false when the person chose nobody, or the system said no. */
export async function shareFiles(files: readonly SharedFile[]): Promise<boolean> {
  try {
    await navigator.share({ files: files.map(asFile) });
    return true;
  } catch (thrown) {
    if (thrown instanceof DOMException || thrown instanceof TypeError) return false;
    throw thrown;
  }
}

function asFile({ name, blob }: SharedFile): File {
  return new File([blob], name, { type: 'application/pdf' });
}
