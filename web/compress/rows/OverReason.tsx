import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { overReason } from '../../jobs/fit.ts';
import { type Job, type Result, resultOf, shownName } from '../../jobs/job.ts';
import { type Split, splits } from '../../split/splits.ts';
import { remediesOf, type Suggestion } from '../../suggestions/remedies.ts';
import { outcomeOf, type SuggestionOutcome, signatureOffer } from '../../suggestions/remedy-outcome.ts';
import { knownRemedies } from '../../suggestions/remedy-sizes.ts';
import { SendAsLink } from '../../suggestions/SendAsLink.tsx';
import { more } from '../../text/i18n/more-words.ts';
import { damagedAdvice, reasonText } from '../../text/outcome/outcomes.ts';
import { problemText } from '../../text/problems.ts';
import { Act, ActText } from '../../ui/Act.tsx';
import type { RowActions } from './row-actions.ts';

/** A suggestion and its known outcome. */
interface Way {
  readonly remedy: Suggestion;
  readonly outcome: Exclude<SuggestionOutcome, { kind: 'misses' }>;
}

/**
 * Explains why a file exceeds its limit, and offers suggestions: certain ones first, and no button before its outcome
 * is known.
 */
export function OverReason(props: { readonly job: Job; readonly actions: RowActions }) {
  const { job, actions } = props;
  const result = resultOf(job);
  const split = useSyncExternalStore(splits.subscribe, () => result && splits.of(result.blob));
  const isKnown = useSyncExternalStore(
    knownRemedies.subscribe,
    () => result !== null && knownRemedies.has(result.blob),
  );
  if (result === null) return null;
  const isLooking = !isKnown && remediesOf(job).length > 0;
  return (
    <div className="why">
      <p role="status">{isLooking ? more.over.looking : sentenceOf(job, result, split ?? undefined)}</p>
      {!isLooking && split?.kind !== 'working' && (
        <Ways job={job} ways={waysOf(job, result)} actions={actions} />
      )}
    </div>
  );
}

/** Offers a signed file's form without its signature; without a size until that is estimated. */
export function SignedWay(props: {
  readonly job: Job;
  readonly result: Result;
  readonly actions: Pick<RowActions, 'askSignature'>;
}) {
  const { job, actions } = props;
  const sizes = useSyncExternalStore(knownRemedies.subscribe, () => knownRemedies.of(props.result.blob));
  return (
    <div className="why">
      <Act {...signatureOffer(sizes)} name={shownName(job)} onPress={() => actions.askSignature(job.id)} />
    </div>
  );
}

function sentenceOf(job: Job, result: Result, split: Split | undefined): string {
  if (split?.kind === 'working') return more.split.working;
  if (split?.kind === 'refused') return problemText(split.problem).line;
  const reason = overReason(job);
  if (reason === null) return '';
  // The row already says that a file is damaged.
  if (reason.kind === 'damaged') return damagedAdvice;
  const { splitProblem } = knownRemedies.of(result.blob);
  const isAlone = splitProblem?.code === 'cannot_split' && splitProblem.reason === 'page-over-limit';
  return isAlone ? `${reasonText(reason)} ${problemText(splitProblem).line}` : reasonText(reason);
}

/** Suggestions that may help, the most certain first, then the least harmful. */
function waysOf(job: Job, { blob }: Result): readonly Way[] {
  const reason = overReason(job);
  if (reason === null) return [];
  const about = { reason, sizes: knownRemedies.of(blob), limit: job.options.targetSize };
  const ways = remediesOf(job).flatMap((remedy): Way[] => {
    const outcome = outcomeOf(remedy, about);
    return outcome.kind === 'misses' ? [] : [{ remedy, outcome }];
  });
  const isSure = ({ outcome }: Way) => outcome.kind === 'fits';
  return [...ways.filter(isSure), ...ways.filter((way) => !isSure(way))];
}

function Ways(props: { readonly job: Job; readonly ways: readonly Way[]; readonly actions: RowActions }) {
  const { job, ways, actions } = props;
  const [first, ...others] = ways;
  if (first === undefined) return <LastWays job={job} />;
  return (
    <span className="ways">
      <Act {...first.outcome.offer} name={shownName(job)} onPress={() => take(first.remedy, job, actions)} />
      <OtherWays job={job} ways={others} actions={actions} />
    </span>
  );
}

/** If no suggestion helps: another copy of a damaged file, or another way to send it. */
function LastWays({ job }: { readonly job: Job }) {
  return (
    <span className="ways">
      {overReason(job)?.kind === 'damaged' ? (
        <a className="btn sm" href={freshCopyMail(job.file.name)}>
          {more.over.askCopy}
          <span className="sr"> {shownName(job)}</span>
        </a>
      ) : (
        <SendAsLink name={shownName(job)} />
      )}
    </span>
  );
}

/** A mail to the sender, without an address: the mail program asks for it. */
function freshCopyMail(name: string): string {
  const { copySubject, copyBody } = more.over;
  return `mailto:?subject=${encodeURIComponent(copySubject(name))}&body=${encodeURIComponent(copyBody(name))}`;
}

function OtherWays(props: Parameters<typeof Ways>[0]) {
  const { job, ways, actions } = props;
  if (ways.length === 0) return null;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="btn quiet sm">
        {more.split.otherWays}
        <span className="sr"> {shownName(job)}</span>
        <ChevronDown className="i" aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {ways.map((way) => (
              <Menu.Item
                key={way.remedy.kind}
                className="menu-item"
                onClick={() => take(way.remedy, job, actions)}
              >
                <ActText {...way.outcome.offer} />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function take(remedy: Suggestion, job: Job, actions: RowActions): void {
  if (remedy.options !== null) actions.takeRemedy(job.id, remedy.kind, remedy.options);
  else if (remedy.kind === 'split') actions.split(job);
  else if (remedy.kind === 'pages') actions.leaveOutPages(job);
  else actions.askSignature(job.id);
}
