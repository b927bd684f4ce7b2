import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { plural } from '../../text/format.ts';
import { SignInAgain } from '../account/SignInAgain.tsx';
import { api, isSignedOut } from '../api.ts';
import type { KeyAnswer } from '../api-types.ts';
import { Say } from '../Say.tsx';
import { agoText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';

const { revokeKey } = words;

/** Asks first, and says what would stop. */
export function RevokeKey(props: {
  readonly apiKey: KeyAnswer;
  readonly now: number;
  readonly onRevoked: () => void;
}) {
  const { apiKey, now } = props;
  const [isOpen, setIsOpen] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const { send, isBusy, error, reset } = useSubmit(api.revokeKey, () => {
    setIsOpen(false);
    props.onRevoked();
  });
  const change = (next: boolean) => {
    setIsOpen(next);
    if (!next) reset();
  };
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={change}>
      <AlertDialog.Trigger className="btn quiet small">
        {words.keys.revoke}
        <span className="sr"> {apiKey.name}</span>
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog" initialFocus={keep}>
          <AlertDialog.Title className="dialog-title">{revokeKey.title(apiKey.name)}</AlertDialog.Title>
          <AlertDialog.Description className="soft">{revokeKey.text}</AlertDialog.Description>
          <Say tone={apiKey.lastUsedAt === null ? 'plain' : 'warn'}>{usedText(apiKey, now)}</Say>
          {error !== null && !isSignedOut(error) && <Say tone="bad">{error.message}</Say>}
          <div className="dialog-end">
            <AlertDialog.Close className="btn" ref={keep}>
              {revokeKey.keep}
            </AlertDialog.Close>
            <button
              type="button"
              className="btn danger"
              aria-disabled={isBusy}
              onClick={() => send(apiKey.id)}
            >
              {revokeKey.submit}
            </button>
          </div>
          <SignInAgain isOpen={isSignedOut(error)} onClose={reset} onSignedIn={() => send(apiKey.id)} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function usedText({ lastUsedAt, requests }: KeyAnswer, now: number): string {
  if (lastUsedAt === null) return revokeKey.unused;
  return revokeKey.used(agoText(lastUsedAt, now), plural(requests, 'request'));
}
