import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode } from 'react';

type Focus = Pick<ComponentProps<typeof Dialog.Popup>, 'initialFocus' | 'finalFocus'>;

/** The window of a dialog, for `Dialog.Root` and `AlertDialog.Root`. */
export function DialogBox({
  title,
  text,
  isWide = false,
  isNested = false,
  children,
  ...focus
}: Focus & {
  readonly title: string;
  readonly text?: string;
  readonly isWide?: boolean;
  /** Covers another dialog, too. */
  readonly isNested?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="scrim" forceRender={isNested} />
      <Dialog.Popup className={isWide ? 'dialog wide' : 'dialog'} {...focus}>
        <Dialog.Title className="dialog-title">{title}</Dialog.Title>
        {text !== undefined && <Dialog.Description className="soft">{text}</Dialog.Description>}
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  );
}
