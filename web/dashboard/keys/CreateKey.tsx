import { Dialog } from '@base-ui/react/dialog';
import { useId, useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { api } from '../api.ts';
import type { NewKeyResponse } from '../api-types.ts';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import { Field } from '../sign-in/fields.tsx';
import { longDateText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';
import { type KeyLimits, LimitFields, numbersOf, Scopes } from './KeyFields.tsx';

const { createKey: text } = words;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetimes of a key, in days. */
const LIVES = [
  { days: null, label: text.never },
  { days: 30, label: text.days30 },
  { days: 90, label: text.days90 },
  { days: 365, label: text.year },
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
      <Lives days={days} onChange={setDays} fault={sent.error?.fields.get('expiresAt')} />
      <Scopes scope={scope} onChange={setScope} />
      <LimitFields limits={limits} onChange={setLimits} faults={sent.error?.fields} />
    </DialogForm>
  );
}

function Lives(props: {
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
  readonly fault: string | undefined;
}) {
  const id = useId();
  const { days, fault } = props;
  return (
    <fieldset className="field" aria-describedby={id}>
      <legend>{text.expires}</legend>
      <div className="chips">
        {LIVES.map((life) => (
          <label className="chip" key={life.label}>
            <input
              type="radio"
              name={id}
              checked={life.days === days}
              onChange={() => props.onChange(life.days)}
            />
            {life.label}
          </label>
        ))}
      </div>
      <p className={fault === undefined ? 'hint' : 'err'} id={id}>
        {fault ?? (days === null ? text.neverHint : text.on(longDateText(Date.now() + days * DAY_MS)))}
      </p>
    </fieldset>
  );
}
