import { Dialog } from '@base-ui/react/dialog';
import { useId, useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import { Form } from '../account/fields.tsx';
import { SignInAgain } from '../account/SignInAgain.tsx';
import { api, isSignedOut } from '../api.ts';
import type { KeyAnswer, NewKeyAnswer } from '../api-types.ts';
import { useSubmit } from '../use-submit.ts';

const { rollKey: text } = words;
const USUAL_HOURS = 24;

/** A new key in the place of one, which works on for a while. */
export function RollKey(props: {
  readonly apiKey: KeyAnswer;
  readonly onMade: (made: NewKeyAnswer) => void;
}) {
  const { apiKey } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [overlapHours, setOverlapHours] = useState(USUAL_HOURS);
  const { send, isBusy, error, reset } = useSubmit(api.rollKey, (made) => {
    setIsOpen(false);
    props.onMade(made);
  });
  const submit = () => send({ id: apiKey.id, overlapHours });
  const isEnded = isSignedOut(error);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="btn quiet small">
        {words.roll}
        <span className="sr">{words.of(apiKey.name)}</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{text.title(apiKey.name)}</Dialog.Title>
          <Dialog.Description className="soft">{text.text}</Dialog.Description>
          <Form error={isEnded ? null : error} onSubmit={submit}>
            <fieldset className="field">
              <legend>{text.overlap}</legend>
              <div className="chips">
                {text.overlaps.map(({ hours, label }) => (
                  <label className="chip" key={hours}>
                    <input
                      type="radio"
                      name={id}
                      checked={hours === overlapHours}
                      onChange={() => setOverlapHours(hours)}
                    />
                    {label}
                  </label>
                ))}
              </div>
            </fieldset>
            <div className="dialog-end">
              <Dialog.Close className="btn">{general.createKey.cancel}</Dialog.Close>
              <button type="submit" className="btn main" aria-disabled={isBusy}>
                {text.submit}
              </button>
            </div>
          </Form>
          <SignInAgain isOpen={isEnded} onClose={reset} onSignedIn={submit} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
