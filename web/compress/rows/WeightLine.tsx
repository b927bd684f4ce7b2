import { largestOf, smallestOf } from '../../../shared/lists.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';

/** What the whole width of the lines means. */
export type LineScale =
  /** So many bytes, the same for all. */
  | { readonly kind: 'shared'; readonly bytes: number }
  /** Each line its own file: they are too unlike for one scale. */
  | { readonly kind: 'own' }
  /** Four limits, with a notch at one, so that the notches of all lines stand below each other. */
  | { readonly kind: 'limit'; readonly limit: number };

/** Limits along a line. */
export const LIMITS_LONG = 4;
/** From here on the small ones of a list would be stubs on a shared scale. */
const MAX_SPREAD = 10;

/** The scale for files of these sizes, and the limit that was asked for, if all have one. */
export function lineScale(sizes: readonly number[], limit: number | null): LineScale {
  if (limit !== null && limit > 0) return { kind: 'limit', limit };
  const largest = largestOf(sizes, 1);
  const smallest = Math.max(1, smallestOf(sizes, largest));
  return largest / smallest > MAX_SPREAD ? { kind: 'own' } : { kind: 'shared', bytes: largest };
}

/** Ink is what is left, lamp is what was saved, on a faint track of the whole width. */
export function WeightLine(props: {
  readonly before: number;
  readonly after: number;
  readonly scale: LineScale;
}) {
  const { before, after, scale } = props;
  const isSmaller = after < before;
  const whole = wholeOf(scale, before);
  // Cut lines end with a gap, and what is left keeps its true place before it.
  const shown = Math.min(before, whole);
  const kinds = ['track', scale.kind === 'limit' && 'notched', before > whole && 'cut'].filter(Boolean);
  return (
    <div className={kinds.join(' ')}>
      <div
        className="weigh"
        role="img"
        aria-label={weightText(before, after, scale)}
        style={customProperties({
          '--width': percentLength(shown / whole),
          '--left': percentLength(Math.min(after, shown) / shown),
        })}
      >
        <i className={isSmaller ? 'left' : 'left whole'} />
        {isSmaller && <i className="saved" />}
      </div>
    </div>
  );
}

function wholeOf(scale: LineScale, before: number): number {
  switch (scale.kind) {
    case 'shared':
      return scale.bytes;
    case 'own':
      return Math.max(1, before);
    case 'limit':
      return LIMITS_LONG * scale.limit;
  }
}

function weightText(before: number, after: number, scale: LineScale): string {
  const { row } = listWords;
  const sizes =
    after >= before
      ? `${format.bytes(before)}, ${row.unchanged}`
      : `${format.bytes(before)} ${row.before}, ${format.bytes(after)} ${row.after}`;
  if (scale.kind !== 'limit') return sizes;
  const limit = format.limit(scale.limit);
  return `${sizes}, ${after <= scale.limit ? row.underLimit(limit) : row.overLimit(limit)}`;
}
