import { useId, useRef } from 'react';
import { largestOf } from '../../shared/lists.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import { more } from '../text/i18n/more-words.ts';
import { customProperties, percentLength } from '../ui/custom-properties.ts';
import { type Cuts, movedCut, rangesOf } from './cuts.ts';

const text = more.splitTool;
const HEIGHT = 100;
const LARGE_STEP = 10;

/** Pages as bars by weight, with a slider for each cut. */
export function SplitBars(props: {
  readonly plan: SplitPlan;
  readonly cuts: Cuts;
  readonly onCuts: (cuts: Cuts) => void;
}) {
  const { plan, cuts, onCuts } = props;
  const hintId = useId();
  const area = useRef<HTMLDivElement>(null);
  const pages = plan.pageBytes.length;
  const pageAt = (x: number) => {
    const { left = 0, width = 1 } = area.current?.getBoundingClientRect() ?? {};
    return Math.round(((x - left) / width) * pages);
  };
  return (
    <>
      {/* Pages run from left to right in every language, as the compare view does. */}
      <div className="split-bars" dir="ltr" ref={area}>
        <svg viewBox={`0 0 ${pages} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {rangesOf(plan, cuts).map(({ first, end }, index) => (
            <path key={first} className={index % 2 === 0 ? 'even' : 'odd'} d={outline(plan, first, end)} />
          ))}
        </svg>
        {cuts.map((cut, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a cut that moves stays the same slider.
            key={at}
            className="split-cut"
            style={customProperties({ '--at': percentLength(cut / pages) })}
            role="slider"
            tabIndex={0}
            aria-label={text.cut(at + 1)}
            aria-describedby={hintId}
            aria-valuemin={1}
            aria-valuemax={pages - 1}
            aria-valuenow={cut}
            aria-valuetext={textOf(plan, cut)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId))
                onCuts(movedCut(plan, cuts, at, pageAt(event.clientX)));
            }}
            onKeyDown={(event) => {
              const next = afterKey(plan, cuts, { at, key: event.key, shiftKey: event.shiftKey });
              if (next === null) return;
              event.preventDefault();
              onCuts(next);
            }}
          />
        ))}
      </div>
      <p className="hint" id={hintId}>
        {text.hint}
      </p>
    </>
  );
}

function textOf({ chapters }: SplitPlan, cut: number): string {
  const chapter = chapters.find(({ page }) => page === cut + 1);
  return chapter === undefined ? text.after(cut) : text.afterChapter(cut, chapter.title);
}

/** Null for a key that moves nothing. */
function afterKey(
  plan: SplitPlan,
  cuts: Cuts,
  { at, key, shiftKey }: { readonly at: number; readonly key: string; readonly shiftKey: boolean },
): Cuts | null {
  const cut = cuts[at]!;
  if (key === 'Delete' || key === 'Backspace') return cuts.filter((_, index) => index !== at);
  const ends = { Home: 1, End: plan.pageBytes.length - 1 }[key];
  if (ends !== undefined) return movedCut(plan, cuts, at, ends);
  const step = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -LARGE_STEP,
    PageUp: LARGE_STEP,
  }[key];
  if (step === undefined) return null;
  return movedCut(plan, cuts, at, shiftKey ? nextChapter(plan, cut, step) : cut + step);
}

function nextChapter({ chapters }: SplitPlan, cut: number, step: number): number {
  const begins = chapters
    .map(({ page }) => page - 1)
    .filter((at) => (step > 0 ? at > cut : at > 0 && at < cut));
  return (step > 0 ? begins[0] : begins.at(-1)) ?? cut;
}

function outline({ pageBytes }: SplitPlan, first: number, end: number): string {
  // The root, so that a page with all fonts does not press the others flat.
  const most = Math.sqrt(Math.max(1, largestOf(pageBytes, 0)));
  const tops = pageBytes.slice(first, end).map((bytes, index) => {
    // A page without own data still has a bar.
    const top = HEIGHT - Math.max(2, (Math.sqrt(bytes) / most) * HEIGHT);
    return `V${top.toFixed(1)}H${first + index + 1}`;
  });
  return `M${first},${HEIGHT}${tops.join('')}V${HEIGHT}Z`;
}
