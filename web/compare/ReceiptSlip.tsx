import { Paperclip } from 'lucide-react';
import { FileInput } from '../compress/FileInput.tsx';
import { compareWords } from '../text/comparison/verification.ts';
import type { GivenReceipt } from './use-receipt-check.ts';

const { receipt: words } = compareWords;

/** Drop area for a receipt. It adds evidence and never replaces the comparison. */
export function ReceiptSlot(props: {
  readonly file: File | null;
  readonly given: GivenReceipt | null;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemove: () => void;
}) {
  const { file, given } = props;
  if (file === null) {
    return (
      <div className="receipt-slip">
        <Paperclip className="i" aria-hidden />
        <p>
          <b>{words.ask}</b> {words.hint}
        </p>
        <FileInput
          label={words.choose}
          labelClass="btn"
          accept="application/json,.json"
          onFiles={(files) => props.onFiles(files.map((one) => one.file))}
        />
      </div>
    );
  }
  return (
    <div className="receipt-slip given">
      <Paperclip className="i" aria-hidden />
      <p>
        <b>
          <bdi>{file.name}</bdi>
        </b>
        {given?.kind === 'read' && <> · {words.version(given.receipt.engineVersion)}</>}
      </p>
      {given?.kind === 'unreadable' && (
        <p className="err" role="alert">
          {words.unreadable}
        </p>
      )}
      <button type="button" className="link" onClick={props.onRemove}>
        {words.remove}
      </button>
    </div>
  );
}
