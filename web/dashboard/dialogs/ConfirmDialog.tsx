import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { isSignedOut } from '../api.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { RequestId } from '../RequestId.tsx';
import { SignInAgain } from '../sign-in/SignInAgain.tsx';
import { useSubmit } from '../use-submit.ts';
import type { Opening } from './RowActions.tsx';

/** Asks for confirmation and states the consequences. */
export function ConfirmDialog(props: {
  readonly opening: Opening;
  readonly words: {
    readonly title: (name: string) => string;
    readonly text: string;
    readonly submit: string;
    /** Label of the cancel button. */
    readonly keep: string;
  };
  /** Name of the affected item or person. */
  readonly name: string;
  readonly send: () => Promise<void>;
  readonly onDone: () => void;
  /** Additional text or controls. */
  readonly children?: ReactNode;
}) {
  const { words: text, name } = props;
  const { isOpen, onClose, opener } = props.opening;
  const keep = useRef<HTMLButtonElement>(null);
  const { send, isBusy, error, reset } = useSubmit<void, void>(props.send, () => {
    onClose();
    props.onDone();
  });
  const change = (next: boolean) => {
    if (next) return;
    onClose();
    reset();
  };
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={change}>
      <DialogBox title={text.title(name)} text={text.text} initialFocus={keep} finalFocus={opener}>
        {props.children}
        {error !== null && !isSignedOut(error) && (
          <InlineAlert tone="bad">
            {error.message} <RequestId error={error} />
          </InlineAlert>
        )}
        <div className="dialog-end">
          <AlertDialog.Close className="btn" ref={keep}>
            {text.keep}
          </AlertDialog.Close>
          <button type="button" className="btn danger" aria-disabled={isBusy} onClick={() => send()}>
            {text.submit}
          </button>
        </div>
        <SignInAgain isOpen={isSignedOut(error)} onClose={reset} onSignedIn={() => send()} />
      </DialogBox>
    </AlertDialog.Root>
  );
}
