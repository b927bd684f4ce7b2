import { useSyncExternalStore } from 'react';
import { PRESETS } from '../../../shared/index.ts';
import { overReason } from '../../jobs/fit.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import { PartList } from '../../split/PartList.tsx';
import { splits } from '../../split/splits.ts';
import { reasonText } from '../../text/outcomes.ts';
import { more } from '../../text/spoken/more-words.ts';
import type { RowActions } from './row-actions.ts';

const { split: text } = more;

interface Remedy {
  readonly text: string;
  readonly onChoose: () => void;
}

/** Why a file is over its limit, and what may help; what was tried already is not offered again. */
export function OverReason(props: {
  readonly job: Job;
  /** What the result is saved as. */
  readonly resultName: string | undefined;
  readonly actions: RowActions;
}) {
  const { job, resultName, actions } = props;
  const reason = overReason(job);
  const result = resultOf(job);
  useSyncExternalStore(splits.subscribe, () => result && splits.of(result.blob));
  if (reason === null || result === null) return null;
  const remedies = remediesFor(job, reason.kind, actions);
  return (
    <div className="why">
      <p>{reasonText(reason)}</p>
      {remedies.length > 0 && (
        <div className="remedies">
          {remedies.map(({ text, onChoose }) => (
            <button key={text} type="button" className="btn sm" onClick={onChoose}>
              {text}
              <span className="sr"> {job.file.name}</span>
            </button>
          ))}
        </div>
      )}
      {resultName !== undefined && (
        <PartList
          result={result.blob}
          name={resultName}
          lastModified={job.file.lastModified}
          onSaved={() => actions.saved(job.id)}
        />
      )}
    </div>
  );
}

/** A page is the least that a part can be. */
function canBeSplit(job: Job): boolean {
  const result = resultOf(job);
  return result !== null && result.report.document.pages > 1 && splits.of(result.blob)?.kind !== 'done';
}

function remediesFor(job: Job, kind: string, actions: RowActions): readonly Remedy[] {
  const { options, id } = job;
  if (kind === 'signed') return [{ text: text.withoutSignature, onChoose: () => actions.askSignature(id) }];
  if (kind === 'damaged') return [];
  const split: Remedy[] = canBeSplit(job) ? [{ text: text.offer, onChoose: () => actions.split(job) }] : [];
  const tried = (label: string, changed: Partial<typeof options>): Remedy => ({
    text: label,
    onChoose: () => actions.useOptions(id, { ...options, ...changed }),
  });
  const { minDpi, roundCoordinates } = PRESETS.small;
  if (kind === 'attachments') return [...split, tried(text.withoutAttachments, { removeAttachments: true })];
  if (kind !== 'images') return split;
  return [
    ...split,
    ...(options.minDpi > minDpi ? [tried(text.trySmall, { minDpi, roundCoordinates })] : []),
    ...(options.grayscale ? [] : [tried(text.tryGray, { grayscale: true })]),
    ...(options.minDpi > 0 ? [tried(text.tryLower, { minDpi: 0 })] : []),
  ];
}
