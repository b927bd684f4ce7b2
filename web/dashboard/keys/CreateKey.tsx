import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { api } from '../api.ts';
import type { NewKeyResponse } from '../api-types.ts';
import { ChipField } from '../ChipField.tsx';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import { Field } from '../sign-in/fields.tsx';
import { longDateText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';
import { type KeyLimits, LimitFields, numbersOf, Scopes } from './KeyFields.tsx';

const { createKey: text } = words;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetimes of a key, in days. */
const LIVES = [
  [null, text.never],
  [30, text.days30],
  [90, text.days90],
  [365, text.year],
] as const;
const DEFAULT_DAYS = 90;
const DEFAULT_LIMITS: KeyLimits = { perMinute: '60', dailyDocuments: '', dailyMegabytes: '' };

export function CreateKey(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: NewKeyResponse) => void;
}) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <DialogBox title={text.title}>
        <CreateForm onMade={props.onMade} />
      </DialogBox>
    </Dialog.Root>
  );
}

function CreateForm({ onMade }: { readonly onMade: (made: NewKeyResponse) => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS);
  const [scope, setScope] = useState('compress');
  const [limits, setLimits] = useState<KeyLimits>(DEFAULT_LIMITS);
  const sent = useSubmit(api.createKey, onMade);

  const submit = () =>
    sent.send({
      name,
      expiresAt: days === null ? null : Date.now() + days * DAY_MS,
      scope,
      ...numbersOf(limits),
    });
  return (
    <DialogForm state={sent} submitText={text.submit} onSubmit={submit}>
      <Field
        label={text.name}
        hint={text.nameHint}
        autoComplete="off"
        value={name}
        onChange={setName}
        fault={sent.error?.fields.get('name')}
      />
      <ChipField
        label={text.expires}
        choices={LIVES}
        value={days}
        onChange={setDays}
        hint={days === null ? text.neverHint : text.on(longDateText(Date.now() + days * DAY_MS))}
        fault={sent.error?.fields.get('expiresAt')}
      />
      <Scopes scope={scope} onChange={setScope} />
      <LimitFields limits={limits} onChange={setLimits} faults={sent.error?.fields} />
    </DialogForm>
  );
}
