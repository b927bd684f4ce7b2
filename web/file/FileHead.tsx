import { ChevronLeft, ChevronRight, Download, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { fractionOf, isActive, type Job, type Result, resultOf, savedSize, shownName } from '../jobs/job.ts';
import { pendingParts } from '../jobs/pending-parts.ts';
import { useJobStore, useJobs } from '../jobs/use-jobs.ts';
import { saveResult } from '../save/saved-files.ts';
import { fileWords } from '../text/file.ts';
import { format, plural } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { damagedAdvice, damageText } from '../text/outcome/outcomes.ts';
import { phaseText, WAITING } from '../text/phases.ts';
import { problemText } from '../text/problems.ts';
import { rememberOpenFile } from '../ui/list-position.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { isSingleKey } from '../ui/single-keys.ts';

/** The file's facts and result, and its actions. */
export function FileHead({ job, result }: { readonly job: Job; readonly result: Result }) {
  const { report } = result;
  const name = shownName(job);
  const store = useJobStore();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = `${name} · Pagelight`;
  }, [name]);
  const save = async () => {
    // Its parts are saved, not the file that is too large.
    await pendingParts.settled();
    const { jobs } = store.state();
    await saveResult(jobs.find(({ id }) => id === job.id) ?? job, jobs, store.storage);
    store.tell({ type: 'results-saved', ids: [job.id] });
  };
  const damage = damageText(report);
  return (
    <div className="file-head">
      <div className="file-title">
        {/* Before the links in the DOM, since focus starts here; displayed after them. */}
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <Way id={job.id} />
        {isActive(job) ? <Again job={job} /> : <Sizes report={report} />}
        {damage !== null && (
          <p className="hint">
            {damage} {damagedAdvice}
          </p>
        )}
        {job.state.kind === 'failed' && (
          <p className="err" role="alert">
            {problemText(job.state.problem).line}
          </p>
        )}
      </div>
      <div className="row file-acts">
        <Neighbours id={job.id} />
        <button type="button" className="btn main" onClick={() => void save()}>
          <Download className="i" aria-hidden />
          {fileWords.download} <span className="num">{format.bytes(savedSize(result))}</span>
        </button>
      </div>
    </div>
  );
}

/** The files that have a result, and which of them is shown. */
function useFiles(id: number) {
  const { jobs } = useJobs();
  const ids = jobs.filter((job) => resultOf(job) !== null).map((job) => job.id);
  const at = ids.indexOf(id);
  return { count: ids.length, at, before: ids[at - 1], after: ids[at + 1] };
}

/** The link to the list, and the file's place in it. */
function Way({ id }: { readonly id: number }) {
  const { count, at } = useFiles(id);
  return (
    <nav className="way-back" aria-label={fileWords.files}>
      <Link href="/" className="back">
        <ChevronLeft className="i" aria-hidden />
        {fileWords.allFiles}
      </Link>
      {count > 1 && <span className="num hint">{fileWords.place(at + 1, count)}</span>}
    </nav>
  );
}

/** Links to the previous and next file: `k` and `j`. */
function Neighbours({ id }: { readonly id: number }) {
  const [, navigate] = useLocation();
  const { count, before, after } = useFiles(id);
  useEffect(() => {
    rememberOpenFile(id);
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const to = event.key === 'j' ? after : event.key === 'k' ? before : undefined;
      if (to === undefined) return;
      event.preventDefault();
      navigate(`/f/${to}`, { replace: true });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [id, before, after, navigate]);
  if (count < 2) return null;
  return (
    <>
      <Step to={before} name={fileWords.before} letter="k" icon={ChevronLeft} />
      <Step to={after} name={fileWords.after} letter="j" icon={ChevronRight} />
    </>
  );
}

/** Stays where it is at the first and last file, without a link. */
function Step(props: {
  readonly to: number | undefined;
  readonly name: string;
  readonly letter: string;
  readonly icon: LucideIcon;
}) {
  const icon = <props.icon className="i" aria-hidden />;
  if (props.to === undefined)
    return (
      <span className="btn icon step" aria-hidden>
        {icon}
      </span>
    );
  return (
    <Link
      href={`/f/${props.to}`}
      replace
      className="btn icon step"
      title={`${props.name} (${props.letter})`}
      aria-label={props.name}
    >
      {icon}
    </Link>
  );
}

function Sizes({ report }: Pick<Result, 'report'>) {
  return (
    <p className="soft">
      {report.unchanged ? (
        <>
          <span className="num">{format.bytes(report.inputSize)}</span> · {fileWords.originalKept}
        </>
      ) : (
        <>
          <span className="num">
            {listWords.row.fromTo(format.bytes(report.inputSize), format.bytes(report.outputSize))}
          </span>
          , {fileWords.smaller(format.savedShare(report.inputSize, report.outputSize))}
        </>
      )}{' '}
      · {plural(report.document.pages, 'page')}
    </p>
  );
}

/** In place of the sizes while the file is compressed again, so that nothing below moves. */
function Again({ job }: { readonly job: Job }) {
  const { state } = job;
  const text = state.kind === 'running' ? phaseText(state.progress) : WAITING;
  return (
    <div className="again-line">
      <p className="soft" role="status">
        {fileWords.working}
      </p>
      <ProgressBar label={job.file.name} fraction={fractionOf(job)} text={text} size="thin" />
    </div>
  );
}
