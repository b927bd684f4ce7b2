import { Check } from 'lucide-react';
import { useState } from 'react';
import { overBy } from '../../jobs/fit.ts';
import { type Job, type Result, shownName } from '../../jobs/job.ts';
import { PartList } from '../../split/PartList.tsx';
import { listWords } from '../../text/i18n/list-words.ts';
import { more } from '../../text/i18n/more-words.ts';
import { partsText, type Said, takenText } from '../../text/remedies.ts';
import type { RowActions } from './row-actions.ts';

const { split: text } = more;

/** The outcome in a few words; null without a suggestion taken. */
export function takenLead(job: Job, result: Result): string | null {
  return saidOf(job, result)?.lead || null;
}

function saidOf(job: Job, { parts }: Result): Said | null {
  if (parts !== undefined) return partsText(parts);
  return job.taken === undefined ? null : takenText(job);
}

/** The suggestion that brought a file under its limit, and its undo; hidden without one. */
export function TakenRemedy(props: {
  readonly job: Job;
  readonly result: Result;
  /** File name of the result. */
  readonly resultName: string | undefined;
  readonly actions: RowActions;
}) {
  const { job, result, actions } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { parts } = result;
  const said = saidOf(job, result);
  if (said === null) return null;
  return (
    <div className="taken">
      {overBy(job) === 0 && <Check className="i taken-tick" aria-hidden />}
      <p role="status">
        <b>{said.lead}</b> {said.rest}
      </p>
      <span className="taken-acts">
        {parts !== undefined && parts.leftOut === undefined && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? text.hideParts : text.showParts}
            <span className="sr"> {shownName(job)}</span>
          </button>
        )}
        <button type="button" className="link" onClick={() => actions.undoRemedy(job.id)}>
          {listWords.changed.undo}
          <span className="sr"> {shownName(job)}</span>
        </button>
      </span>
      {isOpen && parts !== undefined && props.resultName !== undefined && (
        <PartList parts={parts.files} name={props.resultName} onShare={actions.sharePart} />
      )}
    </div>
  );
}
