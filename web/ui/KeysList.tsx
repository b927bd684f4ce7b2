import './keys-list.css';

/** Keyboard shortcuts: the keys that are pressed together, and what they do. */
export function KeysList(props: {
  readonly keys: readonly (readonly [keys: readonly string[], text: string])[];
}) {
  return (
    <dl className="keys-list">
      {props.keys.map(([names, text]) => (
        <div key={text}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
