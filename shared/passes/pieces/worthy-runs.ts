import { STREAM_BYTES, savedInEach } from './costs.ts';

/** Operations [from, to) that the same contents have. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Number of these contents. */
  readonly times: number;
}

/** The best use of neighboring segments: as one run, or divided where fewest contents go along. */
interface Choice {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly saved: number;
  readonly kind: 'none' | 'whole' | 'divided';
  readonly before: Choice | null;
  readonly middle: Segment | null;
  readonly after: Choice | null;
}

interface Open {
  readonly segment: Segment;
  readonly before: Choice | null;
}

/**
 * Chooses the runs of a stretch that save most: long ones, which fewer contents have, or short ones of many. The
 * stretch is divided at its rarest segment first, and so on (a Cartesian tree, built with a stack in linear time).
 */
export function worthyRuns(
  segments: readonly Segment[],
  density: number,
): readonly { readonly from: number; readonly to: number }[] {
  const saved = (bytes: number, times: number) => savedInEach(bytes * density, times);
  const open: Open[] = [];
  const closeAbove = (times: number): Choice | null => {
    let after: Choice | null = null;
    for (let top = open.at(-1); top !== undefined && top.segment.times >= times; top = open.at(-1)) {
      open.pop();
      after = bestOf(top, after, saved);
    }
    return after;
  };
  for (const segment of segments) open.push({ before: closeAbove(segment.times), segment });
  return runsOf(closeAbove(0));
}

function bestOf(
  { segment, before }: Open,
  after: Choice | null,
  savedBy: (bytes: number, times: number) => number,
): Choice {
  const from = before === null ? segment.from : before.from;
  const to = after === null ? segment.to : after.to;
  const bytes = (before?.bytes ?? 0) + segment.bytes + (after?.bytes ?? 0);
  // Between two runs, what is not shared needs a stream of its own.
  const gap = isUsed(before) && isUsed(after) ? STREAM_BYTES : 0;
  const own = before === null && after === null ? 0 : savedBy(segment.bytes, segment.times);
  const divided = (before?.saved ?? 0) + (after?.saved ?? 0) + Math.max(own, -gap);
  const whole = savedBy(bytes, segment.times);
  const kind = whole <= 0 && divided <= 0 ? 'none' : whole >= divided ? 'whole' : 'divided';
  const saved = kind === 'none' ? 0 : Math.max(whole, divided);
  return { from, to, bytes, saved, kind, before, middle: own > -gap ? segment : null, after };
}

function isUsed(choice: Choice | null): boolean {
  return choice !== null && choice.kind !== 'none';
}

/** In order; with a stack, since segments that get rarer and rarer make a deep tree. */
function runsOf(root: Choice | null): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  const left: (Choice | Segment | null)[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === null) continue;
    if (!('kind' in next) || next.kind === 'whole') runs.push({ from: next.from, to: next.to });
    else if (next.kind === 'divided') left.push(next.after, next.middle, next.before);
  }
  return runs;
}
