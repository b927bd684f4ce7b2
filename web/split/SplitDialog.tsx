import { Dialog } from '@base-ui/react/dialog';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Check, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { partName, type SplitPart } from '../../shared/index.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import { type Job, type Result, resultOf } from '../jobs/job.ts';
import type { JobsEvent } from '../jobs/jobs-reducer.ts';
import { typedLimit } from '../settings/typed-sizes.ts';
import { format, plural } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { problemText } from '../text/problems.ts';
import {
  betterCut,
  type Cuts,
  chapterCuts,
  lostLinks,
  rangesOf,
  regularCuts,
  withAnotherCut,
} from './cuts.ts';
import { pagesText } from './PartList.tsx';
import { SplitBars } from './SplitBars.tsx';
import { toFile } from './splits.ts';
import { useMadeParts, useSplitPlan, type Wanted } from './use-split-choice.ts';
import './split-dialog.css';

const text = more.splitTool;
const { ownSettings } = listWords;

type Way = 'size' | 'chapters' | 'pages' | 'hand';

interface Props {
  /** Null if closed. */
  readonly job: Job | null;
  /** File name of the whole result. */
  readonly resultName: string | undefined;
  readonly tell: (event: JobsEvent) => void;
  readonly onClose: () => void;
}

/** A dialog that splits a result where the user wants it, and says before what is lost. */
export function SplitDialog(props: Props) {
  const { job, onClose } = props;
  const result = job === null ? null : resultOf(job);
  return (
    <Dialog.Root open={result !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog split-dialog">
          {job && result && <Opened {...props} key={job.id} job={job} result={result} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type OpenedProps = Props & { readonly job: Job; readonly result: Result };

function Opened(props: OpenedProps) {
  const { job, result } = props;
  const { blob, report } = result;
  const { breakSignatures } = job.options;
  const request = useMemo(
    () => ({
      input: blob,
      breakSignatures,
      ...(job.password === undefined ? {} : { password: job.password }),
    }),
    [blob, breakSignatures, job.password],
  );
  const plan = useSplitPlan(request);
  return (
    <>
      <Dialog.Title className="dialog-title">{text.title(job.file.name)}</Dialog.Title>
      <Dialog.Description className="hint">
        {text.about(format.bytes(blob.size), plural(report.document.pages, 'page'))}
      </Dialog.Description>
      {plan?.kind === 'finished' ? (
        <Form {...props} request={request} plan={plan.value} />
      ) : (
        <>
          <p role="status">{plan?.kind === 'failed' ? problemText(plan.problem).line : text.reading}</p>
          <div className="dialog-end">
            <Dialog.Close className="btn">{ownSettings.close}</Dialog.Close>
          </div>
        </>
      )}
    </>
  );
}

function Form(
  props: OpenedProps & {
    readonly request: Parameters<typeof useSplitPlan>[0];
    readonly plan: SplitPlan;
  },
) {
  const { job, result, plan, request, tell, onClose } = props;
  const pages = plan.pageBytes.length;
  const [way, setWay] = useState<Way>('size');
  const [limit, setLimit] = useState(() => initialLimit(job, result));
  const [each, setEach] = useState(() => Math.ceil(pages / 2));
  const [byHand, setByHand] = useState<Cuts>([]);
  const wanted = useMemo((): Wanted => {
    switch (way) {
      case 'size':
        return { kind: 'size', limit };
      case 'chapters':
        return { kind: 'cuts', cuts: chapterCuts(plan) };
      case 'pages':
        return { kind: 'cuts', cuts: regularCuts(plan, each) };
      case 'hand':
        return { kind: 'cuts', cuts: byHand };
    }
  }, [way, limit, each, byHand, plan]);
  const made = useMadeParts(request, plan, wanted);
  const parts = made?.kind === 'parts' ? made.parts : null;
  const cuts =
    wanted.kind === 'cuts' ? wanted.cuts : (parts?.slice(0, -1).map((part) => part.lastPage) ?? []);
  const setCuts = (next: Cuts) => {
    setByHand(next);
    setWay('hand');
  };
  const shown = parts ?? rangesOf(plan, cuts).map(({ first, end, bytes }) => expectedPart(first, end, bytes));
  return (
    <>
      <div className="split-ways">
        <RadioGroup
          className="scope"
          aria-label={text.by}
          value={way}
          onValueChange={(chosen) => setWay(chosen as Way)}
        >
          <Radio.Root value="size" className="scope-choice">
            {text.bySize}
          </Radio.Root>
          <Radio.Root value="chapters" className="scope-choice" disabled={chapterCuts(plan).length === 0}>
            {text.atChapters}
          </Radio.Root>
          <Radio.Root value="pages" className="scope-choice">
            {text.everyPages}
          </Radio.Root>
        </RadioGroup>
        {way === 'size' && (
          <Typed label={text.eachUnder} value={format.limit(limit)} read={typedLimit} onValue={setLimit} />
        )}
        {way === 'pages' && (
          <Typed
            label={text.pagesEach}
            value={String(each)}
            read={(typed) => (/^\s*[1-9]\d{0,5}\s*$/.test(typed) ? Number(typed) : null)}
            onValue={setEach}
          />
        )}
      </div>
      {chapterCuts(plan).length === 0 && <p className="hint">{text.noChapters}</p>}
      <SplitBars plan={plan} cuts={cuts} onCuts={setCuts} />
      <div className="split-tools">
        <button type="button" className="btn sm" onClick={() => setCuts(withAnotherCut(plan, cuts))}>
          {text.add}
        </button>
        <button
          type="button"
          className="btn sm"
          disabled={cuts.length === 0}
          onClick={() => setCuts(cuts.slice(0, -1))}
        >
          {text.removeLast}
        </button>
      </div>
      <ol className="split-parts">
        {shown.map((part, index) => (
          <li key={part.firstPage}>
            <bdi className="part-name">
              {partName(props.resultName ?? job.file.name, index + 1, shown.length)}
            </bdi>
            <span className="num">
              {parts === null && '≈ '}
              {format.bytes(part.size)}
            </span>
            <span className="hint">
              {pagesText(part)}
              {beginsWith(plan, part.firstPage)}
            </span>
          </li>
        ))}
      </ol>
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
          onClick={() => {
            if (parts === null) return;
            const files = { files: parts.map(toFile), limit: way === 'size' ? limit : 0 };
            tell({ type: 'result-split', id: job.id, result: result.blob, parts: files });
            onClose();
          }}
        >
          {parts === null && made === null ? more.split.working : more.split.offerParts(shown.length)}
        </button>
      </div>
    </>
  );
}

function Links(props: {
  readonly plan: SplitPlan;
  readonly cuts: Cuts;
  readonly onCuts: (cuts: Cuts) => void;
}) {
  const { plan, cuts, onCuts } = props;
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

/** A field that applies on Enter or blur, and repeats what it understood. */
function Typed(props: {
  readonly label: string;
  readonly value: string;
  readonly read: (typed: string) => number | null;
  readonly onValue: (value: number) => void;
}) {
  const { label, value, read, onValue } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const next = draft === null ? null : read(draft);
    setDraft(null);
    if (next !== null) onValue(next);
  };
  return (
    <label className="split-field">
      {label}
      <input
        className="input"
        autoComplete="off"
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
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

/** The limit that was missed, else about half of the file. */
function initialLimit({ options }: Job, { blob }: Result): number {
  const { targetSize } = options;
  if (targetSize > 0 && targetSize < blob.size) return targetSize;
  return typedLimit(`${Math.ceil(blob.size / 1600)} KB`) ?? blob.size;
}
