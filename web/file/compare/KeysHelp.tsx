import { Dialog } from '@base-ui/react/dialog';
import { fileWords } from '../../text/file.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { KeysList } from '../../ui/KeysList.tsx';

const { compare } = fileWords;
const KEYS = compare.keys.map(([key, text]) => [[key], text] as const);

/** The list of keyboard shortcuts, opened by `?`. */
export function KeysHelp(props: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpen}>
      <Dialog.Trigger className="btn quiet keys-button only-wide">{compare.keysButton}</Dialog.Trigger>
      <DialogBox title={compare.keysTitle}>
        <KeysList keys={KEYS} />
        <div className="dialog-end">
          <Dialog.Close className="btn">{compare.close}</Dialog.Close>
        </div>
      </DialogBox>
    </Dialog.Root>
  );
}
