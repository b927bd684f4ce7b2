import { format } from '../text/format.ts';
import { customProperties, percentLength } from './custom-properties.ts';

export function ProgressBar(props: {
  readonly label: string;
  readonly fraction: number;
  /** Description of the work; default: the percentage. */
  readonly text?: string;
  readonly size: 'thin' | 'tall';
}) {
  return (
    <div
      className={`bar ${props.size}`}
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(props.fraction * 100)}
      aria-valuetext={props.text ?? format.progress(props.fraction)}
      style={customProperties({ '--done': percentLength(props.fraction) })}
    >
      <i />
    </div>
  );
}
