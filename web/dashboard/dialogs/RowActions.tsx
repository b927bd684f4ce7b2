import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import { RowMenu } from '../../ui/RowMenu.tsx';

/** What a dialog about a row is told by what opens it. */
export interface Opening {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Where the focus returns to. */
  readonly opener: RefObject<HTMLButtonElement | null>;
}

/** What can be done, and the dialog that asks about it. */
export interface RowAction {
  readonly text: string;
  readonly dialog: (opening: Opening) => ReactNode;
}

/** What can be done with what a row is of: the first as a button, the others in a menu. So a row is one line in every language. */
export function RowActions(props: {
  /** What the row is of, for those who hear the buttons alone. */
  readonly name: string;
  /** What is in the menu, for the same. */
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
