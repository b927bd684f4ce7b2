import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import { PasswordField } from '../sign-in/fields.tsx';
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
      <DialogBox title={props.title} text={props.text}>
        <PasswordForm {...props} onDone={done} />
      </DialogBox>
    </Dialog.Root>
  );
}

function PasswordForm<Answer>(props: ReauthDialogProps<Answer>) {
  const [password, setPassword] = useState('');
  const sent = useSubmit(props.send, props.onDone);
  const { error } = sent;
  return (
    <DialogForm state={sent} submitText={props.submit} onSubmit={() => sent.send(password)}>
      <PasswordField
        label={general.fields.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={error?.code === 'wrong_password' ? error.message : error?.fields.get('password')}
      />
    </DialogForm>
  );
}
