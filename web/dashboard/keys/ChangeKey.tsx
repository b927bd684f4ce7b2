import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import { Field, Form } from '../account/fields.tsx';
import { SignInAgain } from '../account/SignInAgain.tsx';
import { api, isSignedOut } from '../api.ts';
import type { KeyAnswer } from '../api-types.ts';
import { useSubmit } from '../use-submit.ts';
import { type KeyLimits, LimitFields, limitsOf, numbersOf, Scopes } from './KeyFields.tsx';

const { changeKey: text } = words;

/** Another name, other limits, for a key that goes on. */
export function ChangeKey(props: { readonly apiKey: KeyAnswer; readonly onChanged: () => void }) {
  const { apiKey } = props;
  const [isOpen, setIsOpen] = useState(false);
  const done = () => {
    setIsOpen(false);
    props.onChanged();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="btn quiet small">
        {words.change}
        <span className="sr">{words.of(apiKey.name)}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{text.title(apiKey.name)}</Dialog.Title>
          <Dialog.Description className="soft">{text.text}</Dialog.Description>
          <ChangeForm apiKey={apiKey} onDone={done} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ChangeForm({ apiKey, onDone }: { readonly apiKey: KeyAnswer; readonly onDone: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const [scope, setScope] = useState(apiKey.scopes.includes('compress') ? 'compress' : 'inspect');
  const [limits, setLimits] = useState<KeyLimits>(limitsOf(apiKey));
  const { send, isBusy, error, reset } = useSubmit(api.changeKey, onDone);
  const submit = () => send({ id: apiKey.id, name, scope, ...numbersOf(limits) });
  const isEnded = isSignedOut(error);
  return (
    <>
      <Form error={isEnded ? null : error} onSubmit={submit}>
        <Field
          label={general.createKey.name}
          autoComplete="off"
          value={name}
          onChange={setName}
          fault={error?.fields.get('name')}
        />
        <Scopes scope={scope} onChange={setScope} />
        <LimitFields limits={limits} onChange={setLimits} faults={error?.fields} />
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
