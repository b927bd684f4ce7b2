import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { handedOut, isLocked, type Job, type Result } from '../../jobs/job.ts';
import type { Target } from '../../jobs/order.ts';
import { resultNames } from '../../jobs/result-names.ts';
import { words } from '../../text/words.ts';
import { useRowDrag } from '../order/use-row-drag.ts';
import '../order/order.css';
import { FileRow } from './FileRow.tsx';
import { LockedRow } from './LockedRow.tsx';
import type { RowActions } from './row-actions.ts';
import { useUnlocking } from './use-unlocking.ts';
import type { LineScale } from './WeightLine.tsx';

/** Longer lists render only the rows in and near the viewport. */
const DRAWN_WHOLE = 60;

/** The visible files in order. Locked files are grouped until shown one by one. */
export function FileList(props: {
  readonly listRef: RefObject<HTMLUListElement | null>;
  /** All jobs: names of results depend on each other. */
  readonly jobs: readonly Job[];
  readonly shown: readonly Job[];
  readonly scale: LineScale;
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
  const { jobs, shown, scale, needsAsking, actions } = props;
  const names = useMemo(() => resultNames(jobs), [jobs]);
  const [isOneByOne, setIsOneByOne] = useState(false);
  const unlocking = useUnlocking(jobs, actions.givePassword);
  const locked = shown.filter(isLocked);
  const isTogether = locked.length > 1 && !isOneByOne;
  const isLong = shown.length > DRAWN_WHOLE;
  const rowOf = (job: Job): ReactNode => {
    if (isTogether && isLocked(job)) {
      if (job !== locked[0]) return null;
      return (
        <LockedRow
          key="locked"
          told={unlocking.told}
          locked={locked}
          onPassword={unlocking.tryAll}
          onOneByOne={() => setIsOneByOne(true)}
        />
      );
    }
    return (
      <FileRow
        key={job.id}
        job={job}
        resultName={names.get(job.id)}
        number={props.isNumbered ? jobs.indexOf(job) + 1 : null}
        scale={scale}
        needsAsking={needsAsking}
        isAlwaysDrawn={!isLong}
        hasPicture={props.hasPictures}
        canMove={props.canMove}
        isSavedAbove={jobs.length === 1 && handedOut(job) !== null}
        actions={actions}
      />
    );
  };
  const className = ['files', props.hasPictures && 'pictured', props.canMove && 'movable'];
  return (
    <>
      <p className="sr" role="status">
        {unlocking.told}
      </p>
      {isLong && <p className="hint showing">{words.work.showing(shown.length)}</p>}
      <ul
        className={className.filter(Boolean).join(' ')}
        ref={props.listRef}
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics from lists without bullets
        role="list"
        aria-label={words.work.files}
        {...drag}
      >
        {shown.map(rowOf)}
      </ul>
    </>
  );
}
