/** One result to share. */
export interface SharedFile {
  readonly name: string;
  readonly blob: Blob;
}

let known: { readonly by: Navigator['canShare'] | undefined; readonly canShare: boolean } | undefined;

/** Whether the system can share files. Checked once, with a dummy PDF. */
export function canShareFiles(): boolean {
  const by: Navigator['canShare'] | undefined = navigator.canShare;
  if (known === undefined || known.by !== by) {
    const files = [asFile({ name: 'a.pdf', blob: new Blob([' ']) })];
    known = { by, canShare: by?.call(navigator, { files }) ?? false };
  }
  return known.canShare;
}

/** Outcome of sharing; `nobody` if the user closed the dialog without a choice. */
export type SharingEnd = 'shared' | 'nobody' | 'refused';

/** Shares files through the system. */
export async function shareFiles(files: readonly SharedFile[]): Promise<SharingEnd> {
  try {
    await navigator.share({ files: files.map(asFile) });
    return 'shared';
  } catch (thrown) {
    // The system gives no reason for a refusal, such as 50 MB and more at once.
    if (!(thrown instanceof DOMException || thrown instanceof TypeError)) throw thrown;
    return NOBODY.has(thrown.name) ? 'nobody' : 'refused';
  }
}

/** The user canceled, or the system's dialog is still open. */
const NOBODY: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError']);

function asFile({ name, blob }: SharedFile): File {
  return new File([blob], name, { type: 'application/pdf' });
}
