import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { SwitchRow } from '../../settings/SwitchRow.tsx';
import { fileWords } from '../../text/file.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { KeysList } from '../../ui/KeysList.tsx';
import { areSingleKeysOn, setSingleKeys } from '../../ui/single-keys.ts';

const { row, save, head, keys, changed, rename } = listWords;

const fileKey = (wanted: string) => fileWords.compare.keys.find(([key]) => key === wanted)?.[1] ?? '';

const KEYS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['j'], fileKey('j')],
  [['k'], fileKey('k')],
  [['c'], row.compare],
  [['Space'], keys.look],
  [['d'], row.download],
  [['Shift', 'd'], save.zip],
  [['F2'], rename.choose],
  [['Alt', '↑'], row.moveUp],
  [['Alt', '↓'], row.moveDown],
  [['f'], keys.filters],
  [['/'], head.find],
  [['Ctrl', 'z'], changed.undo],
  [['?'], fileKey('?')],
];

/** The list's keyboard shortcuts, opened by `?` or from the list's menu, and their switch. */
export function KeysSheet(props: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }) {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpen}>
      <DialogBox title={keys.title}>
        <KeysList keys={KEYS} />
        <SwitchRow
          label={keys.single}
          hint={keys.hint}
          checked={isOn}
          onChange={(isOn) => {
            setIsOn(isOn);
            setSingleKeys(isOn);
          }}
        />
        <div className="dialog-end">
          <Dialog.Close className="btn">{fileWords.compare.close}</Dialog.Close>
        </div>
      </DialogBox>
    </Dialog.Root>
  );
}
