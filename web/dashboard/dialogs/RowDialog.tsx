import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';

/** A button in the row of something, and the dialog that it opens. */
export function RowDialog(props: {
  readonly open: string;
  /** What the row is of, for those who hear the button alone. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="btn quiet small">
        {props.open}
        <span className="sr"> {props.name}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{props.title}</Dialog.Title>
          <Dialog.Description className="soft">{props.text}</Dialog.Description>
          {props.children(() => setIsOpen(false))}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
