import { AlertDialog } from '@base-ui/react/alert-dialog';
import { listWords } from '../../text/i18n/list-words.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';

const { signature } = listWords;

/** Asks whether signatures may be broken, for one file or for all signed ones. */
export function SignatureDialog(props: {
  /** The file it asks about; null if closed. */
  readonly id: number | null;
  /** All files that were skipped because of their signature. */
  readonly signed: readonly number[];
  readonly onAnswer: (ids: readonly number[]) => void;
}) {
  const { id, signed, onAnswer } = props;
  return (
    <AlertDialog.Root open={id !== null} onOpenChange={(isOpen) => !isOpen && onAnswer([])}>
      <DialogBox title={signature.title} text={signature.explain}>
        <div className="dialog-end">
          <AlertDialog.Close className="btn main">{signature.keep}</AlertDialog.Close>
          {signed.length > 1 && (
            <button type="button" className="btn" onClick={() => onAnswer(signed)}>
              {signature.all(signed.length)}
            </button>
          )}
          <button type="button" className="btn" onClick={() => onAnswer(id === null ? [] : [id])}>
            {signature.one}
          </button>
        </div>
      </DialogBox>
    </AlertDialog.Root>
  );
}
