import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/people.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { api, isSignedOut } from '../api.ts';
import type { NewSecretResponse } from '../api-types.ts';
import { Field, Form } from '../sign-in/fields.tsx';
import { SignInAgain } from '../sign-in/SignInAgain.tsx';
import { useSubmit } from '../use-submit.ts';
import { QrCode } from './QrCode.tsx';

const { secondStep: text } = words;

/** Shows the secret for an authenticator app, and asks for a code as confirmation. */
export function ScanSecret(props: {
  readonly secret: NewSecretResponse | null;
  readonly onClose: () => void;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}) {
  const { secret } = props;
  return (
    <Dialog.Root open={secret !== null} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{text.scanTitle}</Dialog.Title>
          <Dialog.Description className="soft">{text.scanText}</Dialog.Description>
          {secret !== null && (
            <>
              <Secret secret={secret} />
              <ConfirmForm onConfirmed={props.onConfirmed} />
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Secret({ secret: { secret, uri } }: { readonly secret: NewSecretResponse }) {
  const source = useRef<HTMLElement>(null);
  return (
    <>
      <QrCode text={uri} label={text.picture} />
      <p className="hint">{text.typed}</p>
      <div className="secret">
        <code ref={source}>{secret}</code>
        <CopyButton className="btn" text={secret} label={text.copy} source={source} />
      </div>
    </>
  );
}

function ConfirmForm(props: { readonly onConfirmed: (recoveryCodes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const { send, isBusy, error, reset } = useSubmit(api.confirmSecondFactor, ({ recoveryCodes }) =>
    props.onConfirmed(recoveryCodes),
  );
  const isEnded = isSignedOut(error);
  return (
    <>
      <Form error={isEnded ? null : error} onSubmit={() => send(code)}>
        <Field
          label={text.code}
          className="n"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          fault={error?.code === 'invalid_code' ? error.message : error?.fields.get('code')}
        />
        <div className="dialog-end">
          <Dialog.Close className="btn">{general.createKey.cancel}</Dialog.Close>
          <button type="submit" className="btn main" aria-disabled={isBusy}>
            {text.turnOn}
          </button>
        </div>
      </Form>
      <SignInAgain isOpen={isEnded} onClose={reset} onSignedIn={() => send(code)} />
    </>
  );
}
