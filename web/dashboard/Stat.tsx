import type { ReactNode } from 'react';

/** A figure with its name and a note; children of a `dl.stats`. */
export function Stat(props: {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: string;
  readonly isLit?: boolean;
}) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        <span className={props.isLit ? 'lit' : ''}>{props.value}</span>
        {props.note !== undefined && <small>{props.note}</small>}
      </dd>
    </div>
  );
}
