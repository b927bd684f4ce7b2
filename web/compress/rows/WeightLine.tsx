import { largestOf, smallestOf } from '../../../shared/lists.ts';
import type { Result } from '../../jobs/job.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';

/** The meaning of the lines' full width. */
export type LineScale =
  /** The same number of bytes for all lines. */
  | { readonly kind: 'shared'; readonly bytes: number }
  /** Each line's own file: sizes differ too much for one scale. */
  | { readonly kind: 'own' }
  /** Four limits, with a notch at one, so that the notches of all lines are aligned. */
  | { readonly kind: 'limit'; readonly limit: number };

/** Limits per full width. */
export const LIMITS_LONG = 4;
/** Above this ratio, small files would be stubs on a shared scale. */
const MAX_SPREAD = 10;

/** The scale for files of these sizes and their common limit, if any. */
export function lineScale(sizes: readonly number[], limit: number | null): LineScale {
  if (limit !== null && limit > 0) return { kind: 'limit', limit };
  const largest = largestOf(sizes, 1);
  const smallest = Math.max(1, smallestOf(sizes, largest));
  return largest / smallest > MAX_SPREAD ? { kind: 'own' } : { kind: 'shared', bytes: largest };
}

/** Shows the remaining size in ink and the saved part as light, on a faint full-width track. */
export function WeightLine(props: {
  readonly before: number;
  readonly after: number;
  readonly scale: LineScale;
}) {
  const { before, after, scale } = props;
  const isSmaller = after < before;
  const whole = wholeOf(scale, before);
  // Truncated lines end with a gap; the remaining size keeps its true position.
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

/** More parts than this share one line: each would be too thin. */
const MAX_LINES = 4;

/**
 * The remaining size and the saving; for a result in parts the size of each, since each is measured against the limit.
 */
export function ResultLine({ result, scale }: { readonly result: Result; readonly scale: LineScale }) {
  const { report, parts } = result;
  if (parts === undefined || parts.files.length > MAX_LINES)
    return (
      <div className="line">
        <WeightLine before={report.inputSize} after={report.outputSize} scale={scale} />
      </div>
    );
  // On a scale of its own each part would be as long as the whole.
  const shared: LineScale = scale.kind === 'own' ? { kind: 'shared', bytes: report.inputSize } : scale;
  return (
    <div className="line in-parts">
      {parts.files.map(({ firstPage, blob }) => (
        <WeightLine key={firstPage} before={blob.size} after={blob.size} scale={shared} />
      ))}
    </div>
  );
}
