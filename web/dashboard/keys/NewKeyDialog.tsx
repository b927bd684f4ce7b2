import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { NewKeyAnswer } from '../api-types.ts';
import { Say } from '../Say.tsx';

const { newKey } = words;

/** Shows a key the one time that it can be shown. Only its own button closes it: neither Escape nor a click beside. */
export function NewKeyDialog(props: { readonly made: NewKeyAnswer | null; readonly onSaved: () => void }) {
  const source = useRef<HTMLElement>(null);
  return (
    <AlertDialog.Root open={props.made !== null}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog wide">
          <AlertDialog.Title className="dialog-title">{newKey.title}</AlertDialog.Title>
          <AlertDialog.Description className="soft">{newKey.text}</AlertDialog.Description>
          <div className="secret">
            <code ref={source}>{props.made?.secret}</code>
            <CopyButton
              className="btn main"
              text={props.made?.secret ?? ''}
              label={newKey.copy}
              source={source}
            />
          </div>
          <Say tone="lock">{newKey.advice}</Say>
          <div className="dialog-end">
            {/* In a tab of its own: following it here would close this, and the key with it. */}
            <a className="btn quiet" href="/dashboard/quick-start" target="_blank" rel="noreferrer">
              {newKey.quickStart}
              <span className="sr"> {newKey.newTab}</span>
            </a>
            <button type="button" className="btn" onClick={props.onSaved}>
              {newKey.saved}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
