import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DialogBox } from '../../ui/DialogBox.tsx';
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
      <DialogBox title={props.title} text={props.text} finalFocus={opener}>
        {props.children}
      </DialogBox>
    </Dialog.Root>
  );
}
