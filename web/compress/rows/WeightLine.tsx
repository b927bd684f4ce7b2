import { format } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';

/** Ink is what is left, lamp is what was saved; `scale` (bytes) is the whole width, the same for every line. */
export function WeightLine(props: {
  readonly before: number;
  readonly after: number;
  readonly scale: number;
}) {
  const { before, after, scale } = props;
  const isSmaller = after < before;
  return (
    <div
      className="weigh"
      role="img"
      aria-label={weightText(before, after)}
      style={customProperties({
        '--width': percentLength(before / scale),
        '--left': percentLength(after / before),
      })}
    >
      <i className={isSmaller ? 'left' : 'left whole'} />
      {isSmaller && <i className="saved" />}
    </div>
  );
}

function weightText(before: number, after: number): string {
  const { row } = words;
  if (after >= before) return `${format.bytes(before)}, ${row.unchanged}`;
  return `${format.bytes(before)} ${row.before}, ${format.bytes(after)} ${row.after}`;
}
