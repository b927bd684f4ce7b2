import { useId } from 'react';
import { directly, type PickedFile } from './intake.ts';

/** A visually hidden file input with a label that looks like a button. */
export function FileInput(props: {
  readonly label: string;
  readonly labelClass: string;
  readonly describedBy?: string;
  /** Chooses a whole folder instead of single files. */
  readonly isForFolder?: boolean;
  /** File types other than PDF. */
  readonly accept?: string;
  /** Id of the input, for a menu that opens the same picker. */
  readonly id?: string;
  readonly onFiles: (given: readonly PickedFile[]) => void;
}) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <span className="file-input">
      <input
        className="sr"
        id={id}
        type="file"
        accept={props.isForFolder ? undefined : (props.accept ?? 'application/pdf,.pdf')}
        multiple
        webkitdirectory={props.isForFolder ? '' : undefined}
        aria-describedby={props.describedBy}
        onChange={({ currentTarget }) => {
          props.onFiles(directly(currentTarget.files ?? []));
          // So that choosing the same file again fires an event.
          currentTarget.value = '';
        }}
      />
      <label className={props.labelClass} htmlFor={id}>
        {props.label}
      </label>
    </span>
  );
}

/** Whether this browser can choose a folder. */
export const CAN_CHOOSE_FOLDER =
  'webkitdirectory' in HTMLInputElement.prototype && !matchMedia('(pointer: coarse)').matches;
