import { type KeyboardEvent, useRef, useState } from 'react';
import { LOOKS_DIFFERENT, looksDifferent, type VerifiedPage } from '../../shared/index.ts';
import { compareWords, linesText } from '../text/comparison/verification.ts';
import { format } from '../text/format.ts';
import { customProperties, percentLength } from '../ui/custom-properties.ts';
import { badPages, type DiffState, pagesOf } from '../visual-diff/proof.ts';
import { type Bar, barHeight, barsOf, labelledBars } from './bars.ts';

/** One bar per page, from 90 to 100, with a line at 95. */
export function PageBars(props: {
  readonly pages: readonly VerifiedPage[];
  readonly proof: DiffState;
  readonly onPage: (page: number) => void;
}) {
  const { pages, proof } = props;
  const group = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const proofs = pagesOf(proof);
  const byPage = new Map(proofs.map((page) => [page.page, page]));
  const bars = barsOf(pages.length, byPage);
  const low = badPages(proofs);
  const under = low.filter(({ similarity }) => similarity < LOOKS_DIFFERENT).length;
  const labelled = labelledBars(bars, low);
  const isDone = proof.kind === 'done' || proof.kind === 'failed';
  const lacks = isDone && pages.some(({ page, after }) => after !== null && !byPage.has(page));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = current + step;
    if (step === 0 || next < 0 || next >= bars.length) return;
    setCurrent(next);
    group.current?.querySelectorAll('button')[next]?.focus();
    event.preventDefault();
  };
  return (
    <div className="pad page-scores">
      <div className="row between">
        <h3>{compareWords.scores}</h3>
        {isDone && proofs.length > 0 && <span className="hint">{linesText(under, proofs.length)}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups buttons */}
      <div className="bars" role="group" aria-label={compareWords.scores} ref={group} onKeyDown={onKeyDown}>
        {bars.map((bar, index) => (
          <button
            key={bar.first}
            type="button"
            tabIndex={index === current ? 0 : -1}
            className={isLow(bar) ? 'low' : undefined}
            data-label={
              bar.lowest !== null && labelled.has(index)
                ? compareWords.lowLabel(bar.lowest.page, format.score(bar.lowest.similarity))
                : undefined
            }
            aria-label={compareWords.bar(
              bar.first,
              bar.last,
              bar.lowest === null ? null : format.score(bar.lowest.similarity),
            )}
            style={customProperties({
              '--height': percentLength(bar.lowest === null ? 0 : barHeight(bar.lowest.similarity)),
            })}
            onClick={() => {
              setCurrent(index);
              props.onPage(bar.lowest?.page ?? bar.first);
            }}
          />
        ))}
      </div>
      <div className="row between hint num">
        <span>{compareWords.barEnd(1)}</span>
        {pages.length > 1 && <span>{compareWords.barEnd(pages.length)}</span>}
      </div>
      {lacks && <p className="hint">{compareWords.notDrawn}</p>}
    </div>
  );
}

function isLow({ lowest }: Bar): boolean {
  return lowest !== null && looksDifferent(lowest);
}
