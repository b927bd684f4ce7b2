import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { words } from '../../text/dashboard/people.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DialogBox } from '../../ui/DialogBox.tsx';

const { secondStep: text } = words;

/** Shows the recovery codes, only once. Only its own button closes it. */
export function RecoveryCodes(props: {
  readonly codes: readonly string[] | null;
  readonly onSaved: () => void;
}) {
  const source = useRef<HTMLUListElement>(null);
  const codes = props.codes ?? [];
  return (
    <AlertDialog.Root open={props.codes !== null}>
      <DialogBox title={text.codesTitle} text={text.codesText}>
        <ul className="recovery-codes" ref={source}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="dialog-end">
          <CopyButton
            className="btn main"
            text={`${codes.join('\n')}\n`}
            label={text.copyCodes}
            source={source}
          />
          <button type="button" className="btn" onClick={props.onSaved}>
            {text.saved}
          </button>
        </div>
      </DialogBox>
    </AlertDialog.Root>
  );
}
