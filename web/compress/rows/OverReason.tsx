import { PRESETS } from '../../../shared/index.ts';
import { overReason } from '../../jobs/fit.ts';
import type { Job } from '../../jobs/job.ts';
import { reasonText } from '../../text/fit.ts';
import { words } from '../../text/words.ts';
import type { RowActions } from './row-actions.ts';

const { row } = words;

interface Remedy {
  readonly text: string;
  readonly onChoose: () => void;
}

/** Why a file is over its limit, and what may help; what was tried already is not offered again. */
export function OverReason({ job, actions }: { readonly job: Job; readonly actions: RowActions }) {
  const reason = overReason(job);
  if (reason === null) return null;
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
    </div>
  );
}

function remediesFor(job: Job, kind: string, actions: RowActions): readonly Remedy[] {
  const { options, id } = job;
  if (kind === 'signed') return [{ text: row.withoutSignature, onChoose: () => actions.askSignature(id) }];
  if (kind !== 'images') return [];
  const tried = (text: string, changed: Partial<typeof options>): Remedy => ({
    text,
    onChoose: () => actions.useOptions(id, { ...options, ...changed }),
  });
  const { minDpi, roundCoordinates } = PRESETS.small;
  return [
    ...(options.minDpi > minDpi ? [tried(row.trySmall, { minDpi, roundCoordinates })] : []),
    ...(options.grayscale ? [] : [tried(row.tryGray, { grayscale: true })]),
    ...(options.minDpi > 0 ? [tried(row.tryLower, { minDpi: 0 })] : []),
  ];
}
