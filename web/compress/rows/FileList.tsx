import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { handedOut, type Job, type Result } from '../../jobs/job.ts';
import type { Target } from '../../jobs/order.ts';
import { resultNames } from '../../jobs/result-names.ts';
import { pileTitle } from '../../text/outcome/piles.ts';
import { words } from '../../text/words.ts';
import { customProperties } from '../../ui/custom-properties.ts';
import { useRowDrag } from '../order/use-row-drag.ts';
import '../order/order.css';
import { FileRow } from './FileRow.tsx';
import { LockedRow } from './LockedRow.tsx';
import type { RowActions } from './row-actions.ts';
import { useUnlocking } from './use-unlocking.ts';
import type { LineScale } from './WeightLine.tsx';
import { type Entry, listEntries } from './window/list-entries.ts';
import { useRowWindow } from './window/use-row-window.ts';

/** Longer lists render only the rows in and near the viewport. */
const RENDERED_WHOLE = 100;

/** The visible files in order, or in piles. Locked files are grouped until shown one by one. */
export function FileList(props: {
  readonly listRef: RefObject<HTMLUListElement | null>;
  /** All jobs: names of results depend on each other. */
  readonly jobs: readonly Job[];
  readonly shown: readonly Job[];
  readonly scale: LineScale;
  /** Limit of each file in bytes; null without a common one. */
  readonly limit: number | null;
  /** Whether files that fit stand apart from those that don't. */
  readonly isPiled: boolean;
  /** Another element refers to the files by number. */
  readonly isNumbered: boolean;
  readonly needsAsking: (result: Result) => boolean;
  /** Whether rows show page 1 of their result. */
  readonly hasPictures: boolean;
  /** Whether rows can be moved: they are in the order of the list. */
  readonly canMove: boolean;
  readonly onMove: (id: number, to: Target) => void;
  readonly actions: RowActions;
}) {
  const drag = useRowDrag(props.onMove);
  const { jobs, shown, scale, needsAsking, actions, isPiled } = props;
  const names = useMemo(() => resultNames(jobs), [jobs]);
  const [isOneByOne, setIsOneByOne] = useState(false);
  const [isRestOpen, setIsRestOpen] = useState(false);
  const unlocking = useUnlocking(jobs, actions.givePassword);
  const entries = listEntries(shown, { isPiled, isRestOpen, isTogether: !isOneByOne });
  const isLong = entries.length > RENDERED_WHOLE;
  const seen = useRowWindow(props.listRef, isLong ? entries.map(keyOf) : null);
  const canMove = props.canMove && !isPiled;
  const rowOf = (entry: Entry, at: number): ReactNode => {
    switch (entry.kind) {
      case 'pile': {
        const { title, details } = pileTitle(entry, props.limit);
        return (
          <li key={keyOf(entry)} data-key={keyOf(entry)} className={`pile ${entry.pile}`}>
            <h2>
              {entry.pile === 'rest' ? (
                <button type="button" aria-expanded={isRestOpen} onClick={() => setIsRestOpen(!isRestOpen)}>
                  {title}
                  <ChevronDown className="i" aria-hidden />
                </button>
              ) : (
                title
              )}
            </h2>
            {entry.pile !== 'rest' && <span className="hint num">{details}</span>}
          </li>
        );
      }
      case 'locked':
        return (
          <LockedRow
            key="locked"
            told={unlocking.told}
            locked={entry.jobs}
            onPassword={unlocking.tryAll}
            onOneByOne={() => setIsOneByOne(true)}
          />
        );
      case 'file':
        return (
          <FileRow
            key={entry.job.id}
            job={entry.job}
            resultName={names.get(entry.job.id)}
            number={props.isNumbered ? jobs.indexOf(entry.job) + 1 : null}
            scale={scale}
            needsAsking={needsAsking}
            // A rendered part of the list says where it is.
            place={isLong ? at + 1 : null}
            count={entries.length}
            hasPicture={props.hasPictures}
            canMove={canMove}
            isSavedAbove={jobs.length === 1 && handedOut(entry.job) !== null}
            actions={actions}
          />
        );
    }
  };
  const className = ['files', props.hasPictures && 'pictured', canMove && 'movable', isPiled && 'piled'];
  const rendered = seen === null ? entries : entries.slice(seen.from, seen.end);
  return (
    <>
      <p className="sr" role="status">
        {unlocking.told}
      </p>
      {isLong && <p className="hint showing">{words.work.showing(shown.length)}</p>}
      <ul
        className={className.filter(Boolean).join(' ')}
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics from lists without bullets
        role="list"
        aria-label={words.work.files}
        ref={props.listRef}
        {...drag}
      >
        <Gap height={seen?.before ?? 0} />
        {rendered.map((entry, at) => rowOf(entry, at + (seen?.from ?? 0)))}
        <Gap height={seen?.after ?? 0} />
      </ul>
    </>
  );
}

/** The place of rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  if (height === 0) return null;
  return <li className="gap" aria-hidden style={customProperties({ '--height': `${height}px` })} />;
}

function keyOf(entry: Entry): string {
  if (entry.kind === 'file') return String(entry.job.id);
  return entry.kind === 'pile' ? entry.pile : 'locked';
}
