import { useId } from 'react';

/** One of several lists, with the number of entries of each. */
export function StateChips<Name extends string>(props: {
  readonly label: string;
  readonly chosen: Name;
  readonly choices: readonly { readonly name: Name; readonly text: string; readonly count: string }[];
  readonly onChoose: (name: Name) => void;
}) {
  const id = useId();
  return (
    <fieldset className="chips state-chips">
      <legend className="sr">{props.label}</legend>
      {props.choices.map(({ name, text, count }) => (
        <label className="chip" key={name}>
          <input
            type="radio"
            name={id}
            checked={name === props.chosen}
            onChange={() => props.onChoose(name)}
          />
          {text} <span className="count">{count}</span>
        </label>
      ))}
    </fieldset>
  );
}
