import { useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import { api } from '../api.ts';
import type { KeyResponse } from '../api-types.ts';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import type { Opening } from '../dialogs/RowActions.tsx';
import { RowDialog } from '../dialogs/RowDialog.tsx';
import { Field } from '../sign-in/fields.tsx';
import { useSubmit } from '../use-submit.ts';
import { type KeyLimits, LimitFields, limitsOf, numbersOf, Scopes } from './KeyFields.tsx';

const { changeKey: text } = words;

/** Changes the name and limits of a key. */
export function ChangeKey(props: {
  readonly opening: Opening;
  readonly apiKey: KeyResponse;
  readonly onChanged: () => void;
}) {
  const { opening, apiKey, onChanged } = props;
  return (
    <RowDialog opening={opening} title={text.title(apiKey.name)} text={text.text}>
      <ChangeForm
        apiKey={apiKey}
        onDone={() => {
          opening.onClose();
          onChanged();
        }}
      />
    </RowDialog>
  );
}

function ChangeForm({ apiKey, onDone }: { readonly apiKey: KeyResponse; readonly onDone: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const [scope, setScope] = useState(apiKey.scopes.includes('compress') ? 'compress' : 'inspect');
  const [limits, setLimits] = useState<KeyLimits>(limitsOf(apiKey));
  const sent = useSubmit(api.changeKey, onDone);
  const submit = () => sent.send({ id: apiKey.id, name, scope, ...numbersOf(limits) });
  return (
    <DialogForm state={sent} submitText={text.submit} onSubmit={submit}>
      <Field
        label={general.createKey.name}
        autoComplete="off"
        value={name}
        onChange={setName}
        fault={sent.error?.fields.get('name')}
      />
      <Scopes scope={scope} onChange={setScope} />
      <LimitFields limits={limits} onChange={setLimits} faults={sent.error?.fields} />
    </DialogForm>
  );
}
