import { Dialog } from '@base-ui/react/dialog';
import '../../compress/results/keys-sheet.css';
import { fileWords } from '../../text/file.ts';

const { compare } = fileWords;

/** The list of keyboard shortcuts, opened by `?`. */
export function KeysHelp(props: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpen}>
      <Dialog.Trigger className="btn quiet keys-button only-wide">{compare.keysButton}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{compare.keysTitle}</Dialog.Title>
          <dl className="keys-list">
            {compare.keys.map(([key, text]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <div className="dialog-end">
            <Dialog.Close className="btn">{compare.close}</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
