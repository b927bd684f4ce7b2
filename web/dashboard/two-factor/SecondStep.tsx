import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { NewSecretResponse } from '../api-types.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { ReauthDialog } from './ReauthDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ScanSecret } from './ScanSecret.tsx';

const { secondStep: text } = words;
/** Warns from this number of codes on. */
const FEW_CODES = 2;

/** The member's own two-factor authentication. */
export function SecondStep() {
  const query = useQuery({ queryKey: ['second-factor'], queryFn: api.secondFactor });
  const queries = useQueryClient();
  const [secret, setSecret] = useState<NewSecretResponse | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const show = (made: readonly string[]) => {
    setSecret(null);
    setCodes(made);
    void queries.invalidateQueries();
  };
  return (
    <section className="panel pad narrow stack" aria-labelledby="second-step">
      <h2 id="second-step">{text.title}</h2>
      <QueryBoundary query={query}>
        {({ recoveryCodesLeft }) =>
          recoveryCodesLeft === null ? (
            <Off onBegun={setSecret} />
          ) : (
            <On left={recoveryCodesLeft} onCodes={show} />
          )
        }
      </QueryBoundary>
      <ScanSecret secret={secret} onClose={() => setSecret(null)} onConfirmed={show} />
      <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
    </section>
  );
}

function Off({ onBegun }: { readonly onBegun: (secret: NewSecretResponse) => void }) {
  return (
    <>
      <p className="hint">{text.off}</p>
      <div className="row">
        <ReauthDialog
          open={text.turnOn}
          title={text.passwordTitle}
          text={text.passwordText}
          submit={text.next}
          isMain
          send={api.beginSecondFactor}
          onDone={onBegun}
        />
      </div>
    </>
  );
}

function On(props: { readonly left: number; readonly onCodes: (codes: readonly string[]) => void }) {
  const queries = useQueryClient();
  return (
    <>
      <p className="hint">{text.on(props.left)}</p>
      {props.left <= FEW_CODES && <InlineAlert tone="warn">{text.few}</InlineAlert>}
      <div className="row">
        <ReauthDialog
          open={text.newCodes}
          title={text.newCodesTitle}
          text={text.newCodesText}
          submit={text.newCodesSubmit}
          send={api.remakeRecoveryCodes}
          onDone={({ recoveryCodes }) => props.onCodes(recoveryCodes)}
        />
        <ReauthDialog
          open={text.turnOff}
          title={text.turnOffTitle}
          text={text.turnOffText}
          submit={text.turnOff}
          send={api.removeSecondFactor}
          onDone={() => void queries.invalidateQueries()}
        />
      </div>
    </>
  );
}
