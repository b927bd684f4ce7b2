import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { isSignedOut } from '../api.ts';
import { Form, PasswordField } from '../sign-in/fields.tsx';
import { SignInAgain } from '../sign-in/SignInAgain.tsx';
import { useSubmit } from '../use-submit.ts';

interface ReauthDialogProps<Answer> {
  readonly open: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly isMain?: boolean;
  readonly send: (password: string) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
}

/** A button for an action that requires the password. */
export function ReauthDialog<Answer>(props: ReauthDialogProps<Answer>) {
  const [isOpen, setIsOpen] = useState(false);
  const done = (answer: Answer) => {
    setIsOpen(false);
    props.onDone(answer);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className={props.isMain === true ? 'btn main' : 'btn'}>{props.open}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{props.title}</Dialog.Title>
          <Dialog.Description className="soft">{props.text}</Dialog.Description>
          <PasswordForm {...props} onDone={done} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PasswordForm<Answer>(props: ReauthDialogProps<Answer>) {
  const [password, setPassword] = useState('');
  const { send, isBusy, error, reset } = useSubmit(props.send, props.onDone);
  const isEnded = isSignedOut(error);
  return (
    <>
      <Form error={isEnded ? null : error} onSubmit={() => send(password)}>
        <PasswordField
          label={general.fields.password}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          fault={error?.code === 'wrong_password' ? error.message : error?.fields.get('password')}
        />
        <div className="dialog-end">
          <Dialog.Close className="btn">{general.createKey.cancel}</Dialog.Close>
          <button type="submit" className="btn main" aria-disabled={isBusy}>
            {props.submit}
          </button>
        </div>
      </Form>
      <SignInAgain isOpen={isEnded} onClose={reset} onSignedIn={() => send(password)} />
    </>
  );
}
