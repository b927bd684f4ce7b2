import { useId } from 'react';

/** A choice of one of a few values, with a hint or an error. */
export function ChipField<Value extends string | number | null>(props: {
  readonly label: string;
  readonly choices: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly hint?: string;
  readonly fault?: string | undefined;
}) {
  const id = useId();
  const { hint, fault } = props;
  const described = fault ?? hint;
  return (
    <fieldset className="field" aria-describedby={described === undefined ? undefined : id}>
      <legend>{props.label}</legend>
      <div className="chips">
        {props.choices.map(([value, text]) => (
          <label className="chip" key={text}>
            <input
              type="radio"
              name={id}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {text}
          </label>
        ))}
      </div>
      {described !== undefined && (
        <p className={fault === undefined ? 'hint' : 'err'} id={id}>
          {described}
        </p>
      )}
    </fieldset>
  );
}
