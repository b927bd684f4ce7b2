import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';

export function SwitchRow(props: {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  /** The hint says why. */
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={props.disabled ? 'switch-row off' : 'switch-row'}>
      <span>
        <label className="switch-label" id={`${id}-label`} htmlFor={id}>
          {props.label}
        </label>
        {props.hint && (
          <small className="switch-hint" id={`${id}-hint`}>
            {props.hint}
          </small>
        )}
      </span>
      <Switch.Root
        id={id}
        className="switch"
        checked={props.checked}
        disabled={props.disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
        onCheckedChange={props.onChange}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
    </div>
  );
}
