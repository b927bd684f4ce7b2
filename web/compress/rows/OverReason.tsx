import { useSyncExternalStore } from 'react';
import { overReason, type OverReason as Reason } from '../../jobs/fit.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import { PartList } from '../../split/PartList.tsx';
import { splits } from '../../split/splits.ts';
import { remediesOf, type Suggestion } from '../../suggestions/remedies.ts';
import { outcomeOf, type SuggestionOutcome } from '../../suggestions/remedy-outcome.ts';
import { knownRemedies, type SuggestionSizes } from '../../suggestions/remedy-sizes.ts';
import { REMEDY_WORDS, reasonText } from '../../text/outcomes.ts';
import type { RowActions } from './row-actions.ts';

/** Explains why a file exceeds its limit, and offers suggestions with their outcome if known. */
export function OverReason(props: {
  readonly job: Job;
  /** File name of the result. */
  readonly resultName: string | undefined;
  readonly actions: RowActions;
}) {
  const { job, resultName, actions } = props;
  const reason = overReason(job);
  const result = resultOf(job);
  const split = useSyncExternalStore(splits.subscribe, () => result && splits.of(result.blob));
  const sizes = useSyncExternalStore(knownRemedies.subscribe, () => result && knownRemedies.of(result.blob));
  // The row already says that a file is damaged, and no suggestion helps.
  if (reason === null || reason.kind === 'damaged' || result === null) return null;
  return (
    <div className="why">
      <p>{reasonText(reason)}</p>
      <Remedies
        job={job}
        remedies={remediesOf(job, split?.kind === 'done')}
        reason={reason}
        sizes={sizes ?? {}}
        actions={actions}
      />
      {resultName !== undefined && (
        <PartList
          result={result.blob}
          name={resultName}
          lastModified={job.file.lastModified}
          onSaved={() => actions.saved(job.id)}
          onShare={actions.sharePart}
        />
      )}
    </div>
  );
}

function Remedies(props: {
  readonly job: Job;
  readonly remedies: readonly Suggestion[];
  readonly reason: Reason;
  readonly sizes: SuggestionSizes;
  readonly actions: RowActions;
}) {
  const { job, reason, sizes, actions } = props;
  const limit = job.options.targetSize;
  const offered = props.remedies
    .map((remedy) => ({ remedy, outcome: outcomeOf(remedy, { reason, sizes, limit }) }))
    .filter(({ outcome }) => outcome.kind !== 'misses');
  if (offered.length === 0) return null;
  // The least harmful suggestion that is certain to help.
  const best = offered.find(({ outcome }) => outcome.kind === 'fits');
  return (
    <div className="remedies">
      {offered.map(({ remedy, outcome }) => (
        <button
          key={remedy.kind}
          type="button"
          className={best?.remedy === remedy ? 'btn sm main' : 'btn sm'}
          onClick={() => applySuggestion(remedy, job, actions)}
        >
          {('label' in outcome ? outcome.label : undefined) ?? REMEDY_WORDS[remedy.kind]}
          <Outcome outcome={outcome} />
          <span className="sr"> {job.file.name}</span>
        </button>
      ))}
    </div>
  );
}

function Outcome({ outcome }: { readonly outcome: SuggestionOutcome }) {
  if (!('text' in outcome)) return null;
  return <span className="num outcome"> {outcome.text}</span>;
}

function applySuggestion(remedy: Suggestion, job: Job, actions: RowActions): void {
  const { split, askSignature, useOptions: makeAgain } = actions;
  if (remedy.options !== null) makeAgain(job.id, remedy.options);
  else if (remedy.kind === 'split') split(job);
  else askSignature(job.id);
}
