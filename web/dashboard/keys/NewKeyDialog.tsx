import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useId, useRef } from 'react';
import { firstCall, keyInEnvironment, type Language, SHELLS, uploadCall } from '../../text/api-call.ts';
import { words } from '../../text/dashboard/general.ts';
import { words as pageWords } from '../../text/words.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { CodeTabs } from '../../ui/code/CodeTabs.tsx';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { TOUCH, useMedia } from '../../ui/use-media.ts';
import type { NewKeyResponse } from '../api-types.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { FirstRequest } from './FirstRequest.tsx';

const { newKey, quickStart } = words;

/** Shows a new key, only once. Only its own button closes it, not Escape or a click outside. */
export function NewKeyDialog(props: { readonly made: NewKeyResponse | null; readonly onSaved: () => void }) {
  const source = useRef<HTMLElement>(null);
  const id = useRef<string | null>(null);
  if (props.made !== null) id.current = props.made.key.id;
  // The button that opened it may be gone: the first key replaces it by the table.
  const rowOfKey = () => document.querySelector<HTMLElement>(`[data-key="${id.current}"] button`) ?? true;
  return (
    <AlertDialog.Root open={props.made !== null}>
      <DialogBox title={newKey.title} text={newKey.text} isWide finalFocus={rowOfKey}>
        <div className="secret">
          <code ref={source}>{props.made?.secret}</code>
          <CopyButton
            className="btn main"
            text={props.made?.secret ?? ''}
            label={newKey.copy}
            source={source}
          />
        </div>
        <InlineAlert tone="lock">{newKey.advice}</InlineAlert>
        {props.made?.key.scopes.includes('compress') && <FirstRequest secret={props.made.secret} />}
        {props.made !== null && <FirstCommand made={props.made} />}
        <div className="dialog-end">
          {/* In a new tab: following it here would close the dialog and lose the key. */}
          <a className="btn quiet" href="/dashboard/quick-start" target="_blank" rel="noreferrer">
            {newKey.quickStart}
            <span className="sr"> {newKey.newTab}</span>
          </a>
          <button type="button" className="btn" onClick={props.onSaved}>
            {newKey.saved}
          </button>
        </div>
      </DialogBox>
    </AlertDialog.Root>
  );
}

/** A command to paste into a terminal, which asks for the key. */
function FirstCommand({ made }: { readonly made: NewKeyResponse }) {
  const id = useId();
  const isTouched = useMedia(TOUCH);
  // Touch devices have no terminal.
  if (isTouched) return null;
  return (
    <section className="first-command" aria-labelledby={id}>
      <h3 id={id}>{newKey.tryIt}</h3>
      <CodeTabs
        languages={SHELLS}
        call={(language) => commandWith(made, language)}
        words={{ ...pageWords.code, copy: quickStart.copy }}
      />
    </section>
  );
}

/** Asks for the key first. One command, so that what is pasted with it is not taken for the key. */
function commandWith({ key }: NewKeyResponse, language: Language): string {
  const call = key.scopes.includes('compress')
    ? firstCall(language, location.origin)
    : uploadCall(language, `${location.origin}/api/v1/inspect`);
  return `${keyInEnvironment(language)}${language === 'powershell' ? '\n' : ' && \\\n'}${call}`;
}
