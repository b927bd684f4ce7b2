import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/people.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { api } from '../api.ts';
import type { NewInvitationResponse, Role } from '../api-types.ts';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import { Field } from '../sign-in/fields.tsx';
import { useSubmit } from '../use-submit.ts';
import { Roles } from './Roles.tsx';

const { invite: text } = words;

/** Asks for the email, and shows the invitation link, only once. */
export function InvitePerson({ onInvited }: { readonly onInvited: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<NewInvitationResponse | null>(null);
  const show = (answer: NewInvitationResponse) => {
    setIsOpen(false);
    setMade(answer);
    onInvited();
  };
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <Dialog.Trigger className="btn main">
          <Plus className="i" aria-hidden />
          {text.open}
        </Dialog.Trigger>
        <DialogBox title={text.title} text={text.text}>
          <InviteForm onMade={show} />
        </DialogBox>
      </Dialog.Root>
      <LinkDialog made={made} onCopied={() => setMade(null)} />
    </>
  );
}

function InviteForm({ onMade }: { readonly onMade: (made: NewInvitationResponse) => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const sent = useSubmit(api.invite, onMade);
  const submit = () => sent.send({ email, role });
  return (
    <DialogForm state={sent} submitText={text.submit} onSubmit={submit}>
      <Field
        label={general.fields.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        fault={sent.error?.code === 'email_taken' ? sent.error.message : sent.error?.fields.get('email')}
      />
      <Roles role={role} onChange={setRole} />
    </DialogForm>
  );
}

/** Only its own button closes it. */
function LinkDialog(props: { readonly made: NewInvitationResponse | null; readonly onCopied: () => void }) {
  const source = useRef<HTMLElement>(null);
  const { made } = props;
  const link = `${location.origin}/invitation?token=${made?.token ?? ''}`;
  return (
    <AlertDialog.Root open={made !== null}>
      <DialogBox title={text.madeTitle(made?.invitation.email ?? '')} text={text.madeText} isWide>
        <div className="secret">
          <code ref={source}>{link}</code>
          <CopyButton className="btn main" text={link} label={text.copy} source={source} />
        </div>
        <div className="dialog-end">
          <button type="button" className="btn" onClick={props.onCopied}>
            {text.done}
          </button>
        </div>
      </DialogBox>
    </AlertDialog.Root>
  );
}
