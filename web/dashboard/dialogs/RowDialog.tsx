import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import type { Opening } from './RowActions.tsx';

/** A dialog about a row's item. */
export function RowDialog(props: {
  readonly opening: Opening;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const { isOpen, onClose, opener } = props.opening;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" finalFocus={opener}>
          <Dialog.Title className="dialog-title">{props.title}</Dialog.Title>
          <Dialog.Description className="soft">{props.text}</Dialog.Description>
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
