import { useId } from 'react';
import { directly, type Given } from './intake.ts';

/** A real file input, out of sight, with a label that looks like a button. */
export function FileInput(props: {
  readonly label: string;
  readonly labelClass: string;
  readonly describedBy?: string;
  readonly onFiles: (given: readonly Given[]) => void;
}) {
  const id = useId();
  return (
    <span className="file-input">
      <input
        className="sr"
        id={id}
        type="file"
        accept="application/pdf,.pdf"
        multiple
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
