import { useState } from 'react';
import { words } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { MemberResponse } from '../api-types.ts';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import type { Opening } from '../dialogs/RowActions.tsx';
import { RowDialog } from '../dialogs/RowDialog.tsx';
import { useSubmit } from '../use-submit.ts';
import { Roles } from './Roles.tsx';

const { changeRole: text } = words;

/** Changes a member's role. */
export function ChangeRole(props: {
  readonly opening: Opening;
  readonly person: MemberResponse;
  readonly onChanged: () => void;
}) {
  const { opening, person, onChanged } = props;
  return (
    <RowDialog opening={opening} title={text.title(person.email)} text={text.text}>
      <RoleForm
        person={person}
        onDone={() => {
          opening.onClose();
          onChanged();
        }}
      />
    </RowDialog>
  );
}

function RoleForm({ person, onDone }: { readonly person: MemberResponse; readonly onDone: () => void }) {
  const [role, setRole] = useState(person.role);
  const sent = useSubmit(api.changeRole, onDone);
  const submit = () => sent.send({ id: person.id, role });
  return (
    <DialogForm state={sent} submitText={text.submit} onSubmit={submit}>
      <Roles role={role} onChange={setRole} />
    </DialogForm>
  );
}
