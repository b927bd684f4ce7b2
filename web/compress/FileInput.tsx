import { useId } from 'react';
import { directly, type PickedFile } from './intake.ts';

/** A real file input, out of sight, with a label that looks like a button. */
export function FileInput(props: {
  readonly label: string;
  readonly labelClass: string;
  readonly describedBy?: string;
  /** A whole folder with all that is in it, instead of single files. */
  readonly isForFolder?: boolean;
  /** Other kinds of files than PDFs. */
  readonly accept?: string;
  readonly onFiles: (given: readonly PickedFile[]) => void;
}) {
  const id = useId();
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
          // So that choosing the same file again is heard, too.
          currentTarget.value = '';
        }}
      />
      <label className={props.labelClass} htmlFor={id}>
        {props.label}
      </label>
    </span>
  );
}

/** Whether this browser lets a person choose a folder. */
export const CAN_CHOOSE_FOLDER =
  'webkitdirectory' in HTMLInputElement.prototype && !matchMedia('(pointer: coarse)').matches;
