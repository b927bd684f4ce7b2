import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/people.ts';
import { Form } from '../account/fields.tsx';
import { SignInAgain } from '../account/SignInAgain.tsx';
import { api, isSignedOut } from '../api.ts';
import type { PersonAnswer } from '../api-types.ts';
import { useSubmit } from '../use-submit.ts';
import { Roles } from './Roles.tsx';

const { changeRole: text } = words;

/** Another role for somebody. */
export function ChangeRole(props: { readonly person: PersonAnswer; readonly onChanged: () => void }) {
  const { person } = props;
  const [isOpen, setIsOpen] = useState(false);
  const done = () => {
    setIsOpen(false);
    props.onChanged();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="btn quiet small">
        {text.open}
        <span className="sr"> {person.email}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{text.title(person.email)}</Dialog.Title>
          <Dialog.Description className="soft">{text.text}</Dialog.Description>
          <RoleForm person={person} onDone={done} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function RoleForm({ person, onDone }: { readonly person: PersonAnswer; readonly onDone: () => void }) {
  const [role, setRole] = useState(person.role);
  const { send, isBusy, error, reset } = useSubmit(api.changeRole, onDone);
  const submit = () => send({ id: person.id, role });
  const isEnded = isSignedOut(error);
  return (
    <>
      <Form error={isEnded ? null : error} onSubmit={submit}>
        <Roles role={role} onChange={setRole} />
        <div className="dialog-end">
          <Dialog.Close className="btn">{general.createKey.cancel}</Dialog.Close>
          <button type="submit" className="btn main" aria-disabled={isBusy}>
            {text.submit}
          </button>
        </div>
      </Form>
      <SignInAgain isOpen={isEnded} onClose={reset} onSignedIn={submit} />
    </>
  );
}
