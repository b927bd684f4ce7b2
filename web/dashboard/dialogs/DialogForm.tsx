import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { isSignedOut } from '../api.ts';
import { Form } from '../sign-in/fields.tsx';
import { SignInAgain } from '../sign-in/SignInAgain.tsx';
import type { Submit } from '../use-submit.ts';

/** A dialog's form with its buttons. If the session has expired, the user signs in beside it and no input is lost. */
export function DialogForm(props: {
  readonly state: Pick<Submit<never>, 'isBusy' | 'error' | 'reset'>;
  readonly submitText: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  const { isBusy, error, reset } = props.state;
  const isEnded = isSignedOut(error);
  return (
    <>
      <Form error={isEnded ? null : error} onSubmit={props.onSubmit}>
        {props.children}
        <div className="dialog-end">
          <Dialog.Close className="btn">{words.createKey.cancel}</Dialog.Close>
          <button type="submit" className="btn main" aria-disabled={isBusy}>
            {props.submitText}
          </button>
        </div>
      </Form>
      <SignInAgain isOpen={isEnded} onClose={reset} onSignedIn={props.onSubmit} />
    </>
  );
}
