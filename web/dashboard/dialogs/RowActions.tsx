import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import { RowMenu } from '../../ui/RowMenu.tsx';

/** Props that a dialog about a row gets from its opener. */
export interface Opening {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Element that gets focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>;
}

/** An action and its dialog. */
export interface RowAction {
  readonly text: string;
  readonly dialog: (opening: Opening) => ReactNode;
}

/** Actions on a row: the first is a button, the others are in a menu, so that a row fits one line in every language. */
export function RowActions(props: {
  /** Name of the row's item, for screen readers. */
  readonly name: string;
  /** Name of the menu, for screen readers. */
  readonly label: string;
  readonly actions: readonly RowAction[];
}) {
  const [open, setOpen] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [first, ...others] = props.actions;
  const opening = (text: string, opener: RefObject<HTMLButtonElement | null>): Opening => ({
    isOpen: open === text,
    onClose: () => setOpen(null),
    opener,
  });
  if (first === undefined) return null;
  return (
    <div className="row-actions">
      <button
        type="button"
        className="btn small"
        aria-haspopup="dialog"
        ref={button}
        onClick={() => setOpen(first.text)}
      >
        {first.text}
        <span className="sr"> {props.name}</span>
      </button>
      {first.dialog(opening(first.text, button))}
      {others.length > 0 && (
        <RowMenu
          label={`${props.label} ${props.name}`}
          entries={others.map(({ text }) => ({ text, onChoose: () => setOpen(text) }))}
          trigger={trigger}
        />
      )}
      {others.map(({ text, dialog }) => (
        <Fragment key={text}>{dialog(opening(text, trigger))}</Fragment>
      ))}
    </div>
  );
}
