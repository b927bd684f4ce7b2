import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { words } from '../../text/dashboard/people.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { api } from '../api.ts';
import type { NewSecretResponse } from '../api-types.ts';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import { Field } from '../sign-in/fields.tsx';
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
      <DialogBox title={text.scanTitle} text={text.scanText}>
        {secret !== null && (
          <>
            <Secret secret={secret} />
            <ConfirmForm onConfirmed={props.onConfirmed} />
          </>
        )}
      </DialogBox>
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
  const sent = useSubmit(api.confirmSecondFactor, ({ recoveryCodes }) => props.onConfirmed(recoveryCodes));
  const { error } = sent;
  return (
    <DialogForm state={sent} submitText={text.turnOn} onSubmit={() => sent.send(code)}>
      <Field
        label={text.code}
        className="n"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        fault={error?.code === 'invalid_code' ? error.message : error?.fields.get('code')}
      />
    </DialogForm>
  );
}
