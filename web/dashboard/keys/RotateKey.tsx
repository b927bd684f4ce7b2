import { useState } from 'react';
import { words } from '../../text/dashboard/keys.ts';
import { api } from '../api.ts';
import type { KeyResponse, NewKeyResponse } from '../api-types.ts';
import { ChipField } from '../ChipField.tsx';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import type { Opening } from '../dialogs/RowActions.tsx';
import { RowDialog } from '../dialogs/RowDialog.tsx';
import { inText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';

const { rollKey: text } = words;
const DEFAULT_HOURS = 48;
/** Hours for which the old key still works. */
const OVERLAPS = [1, 48, 168];

/** Replaces a key, which stays valid for a while. */
export function RotateKey(props: {
  readonly opening: Opening;
  readonly apiKey: KeyResponse;
  readonly onMade: (made: NewKeyResponse) => void;
}) {
  const { opening, apiKey, onMade } = props;
  return (
    <RowDialog opening={opening} title={text.title(apiKey.name)} text={text.text}>
      <RollForm
        apiKey={apiKey}
        onMade={(made) => {
          opening.onClose();
          onMade(made);
        }}
      />
    </RowDialog>
  );
}

function RollForm(props: { readonly apiKey: KeyResponse; readonly onMade: (made: NewKeyResponse) => void }) {
  const [overlapHours, setOverlapHours] = useState(DEFAULT_HOURS);
  const sent = useSubmit(api.rollKey, props.onMade);
  const submit = () => sent.send({ id: props.apiKey.id, overlapHours });
  return (
    <DialogForm state={sent} submitText={text.submit} onSubmit={submit}>
      <ChipField
        label={text.overlap}
        choices={OVERLAPS.map((hours) => [hours, inText(hours)])}
        value={overlapHours}
        onChange={setOverlapHours}
      />
    </DialogForm>
  );
}
