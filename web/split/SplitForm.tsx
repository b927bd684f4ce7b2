import { Dialog } from '@base-ui/react/dialog';
import { Check, TriangleAlert } from 'lucide-react';
import { partName, type SplitPart } from '../../shared/index.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import type { Job, Result } from '../jobs/job.ts';
import type { JobsEvent } from '../jobs/jobs-reducer.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { problemText } from '../text/problems.ts';
import type { SplitPlanRequest } from '../worker/wire.ts';
import { betterCut, type Cuts, lostLinks, rangesOf, withAnotherCut } from './cuts.ts';
import { pagesText } from './PartList.tsx';
import { SplitBars } from './SplitBars.tsx';
import { SplitWays } from './SplitWays.tsx';
import { toFile } from './splits.ts';
import { useCuts } from './use-cuts.ts';
import { useMadeParts } from './use-split-choice.ts';

const text = more.splitTool;
const { ownSettings } = listWords;

/** Chooses where the result is split, and shows what each part would be. */
export function SplitForm(props: {
  readonly job: Job;
  readonly result: Result;
  /** File name of the whole result. */
  readonly resultName: string | undefined;
  readonly request: SplitPlanRequest;
  readonly plan: SplitPlan;
  readonly tell: (event: JobsEvent) => void;
  readonly onClose: () => void;
}) {
  const { job, result, plan } = props;
  const choice = useCuts(job, result, plan);
  const { wanted, setCuts } = choice;
  const made = useMadeParts(props.request, plan, wanted);
  const parts = made?.kind === 'parts' ? made.parts : null;
  const cuts =
    wanted.kind === 'cuts' ? wanted.cuts : (parts?.slice(0, -1).map((part) => part.lastPage) ?? []);
  const shown = parts ?? rangesOf(plan, cuts).map(({ first, end, bytes }) => expectedPart(first, end, bytes));
  const offer = (offered: readonly SplitPart[]) => {
    const files = { files: offered.map(toFile), limit: choice.way === 'size' ? choice.limit : 0 };
    props.tell({ type: 'result-split', id: job.id, result: result.blob, parts: files });
    props.onClose();
  };
  return (
    <>
      <SplitWays plan={plan} choice={choice} />
      <SplitBars plan={plan} cuts={cuts} onCuts={setCuts} />
      <CutButtons plan={plan} cuts={cuts} onCuts={setCuts} />
      {made?.kind !== 'refused' && (
        <ShownParts
          plan={plan}
          parts={shown}
          name={props.resultName ?? job.file.name}
          isEstimate={parts === null}
        />
      )}
      {made?.kind === 'refused' ? (
        <p role="alert">{problemText(made.problem).line}</p>
      ) : (
        <Links plan={plan} cuts={cuts} onCuts={setCuts} />
      )}
      <div className="dialog-end">
        <Dialog.Close className="btn">{ownSettings.close}</Dialog.Close>
        <button
          type="button"
          className="btn main"
          disabled={parts === null || parts.length < 2}
          onClick={() => parts !== null && offer(parts)}
        >
          {buttonText(made, shown.length)}
        </button>
      </div>
    </>
  );
}

/** Nothing is offered that makes no parts. */
function buttonText(made: ReturnType<typeof useMadeParts>, parts: number): string {
  if (made === null) return text.weighing;
  return made.kind === 'refused' || parts < 2 ? text.open : more.split.offerParts(parts);
}

interface CutProps {
  readonly plan: SplitPlan;
  readonly cuts: Cuts;
  readonly onCuts: (cuts: Cuts) => void;
}

function CutButtons({ plan, cuts, onCuts }: CutProps) {
  return (
    <div className="split-tools">
      <button type="button" className="btn sm" onClick={() => onCuts(withAnotherCut(plan, cuts))}>
        {text.add}
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={cuts.length === 0}
        onClick={() => onCuts(cuts.slice(0, -1))}
      >
        {text.removeLast}
      </button>
    </div>
  );
}

/** Names, sizes and pages of the parts. */
function ShownParts(props: {
  readonly plan: SplitPlan;
  readonly parts: readonly ShownPart[];
  readonly name: string;
  readonly isEstimate: boolean;
}) {
  const { plan, parts } = props;
  return (
    <ol className="split-parts">
      {parts.map((part, index) => (
        <li key={part.firstPage}>
          <bdi className="part-name">{partName(props.name, index + 1, parts.length)}</bdi>
          <span className="num">
            {props.isEstimate && '≈ '}
            {format.bytes(part.size)}
          </span>
          <span className="hint">
            {pagesText(part)}
            {beginsWith(plan, part.firstPage)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** How many links the cuts break, and a cut that breaks fewer. */
function Links({ plan, cuts, onCuts }: CutProps) {
  if (plan.links.length === 0 || cuts.length === 0) return null;
  const lost = lostLinks(plan, cuts);
  const better = lost > 0 ? betterCut(plan, cuts) : null;
  return (
    <div className={lost === 0 ? 'split-links' : 'split-links warn'}>
      {lost === 0 ? <Check className="i" aria-hidden /> : <TriangleAlert className="i" aria-hidden />}
      <p role="status">{lost === 0 ? text.noneLost(plan.links.length) : text.lost(lost)}</p>
      {better !== null && (
        <button type="button" className="link" onClick={() => onCuts([better.cut])}>
          {text.better(better.cut, better.lost)}
        </button>
      )}
    </div>
  );
}

type ShownPart = Pick<SplitPart, 'firstPage' | 'lastPage' | 'size'>;

function expectedPart(first: number, end: number, size: number): ShownPart {
  return { firstPage: first + 1, lastPage: end, size };
}

function beginsWith({ chapters }: SplitPlan, page: number): string {
  const chapter = chapters.find((each) => each.page === page);
  return chapter === undefined ? '' : ` · ${chapter.title}`;
}
