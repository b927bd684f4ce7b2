import { GripVertical, Lock, Pencil, PenLine, TriangleAlert, X } from 'lucide-react';
import { memo, type ReactNode, useRef, useState } from 'react';
import { overBy } from '../../jobs/fit.ts';
import { isKeptForSignature, isLocked, type Result, resultOf, savedSize, shownName } from '../../jobs/job.ts';
import { canShareFiles } from '../../save/share.ts';
import { ScanOffer } from '../../scans/ScanOffer.tsx';
import { format, plural } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { more } from '../../text/i18n/more-words.ts';
import { outcomeText } from '../../text/outcomes.ts';
import { phaseText, WAITING } from '../../text/phases.ts';
import { problemText } from '../../text/problems.ts';
import { words } from '../../text/words.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { customProperties } from '../../ui/custom-properties.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { useNearViewport } from '../../ui/use-near-viewport.ts';
import { useProof } from '../../visual-diff/use-proofs.ts';
import { asksForLessMemory, canRetry, type JobProblem } from '../../worker/problem.ts';
import { RenameField } from '../naming/RenameField.tsx';
import { RowPicture } from '../quick-look/RowPicture.tsx';
import { FactBadges } from './FactBadges.tsx';
import { OverReason } from './OverReason.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ResultLine } from './ResultLine.tsx';
import {
  CompareLink,
  DownloadButton,
  fromTo,
  MemoryButton,
  Name,
  RemoveButton,
  RetryButton,
  type RowProps,
  Saving,
  Sizes,
} from './row-parts.tsx';
import { TakenRemedy } from './TakenRemedy.tsx';
import { WorkDetails } from './WorkDetails.tsx';
import './rows.css';

const { row } = listWords;

/** One file with its progress or result. Re-renders only when its own job changes. */
export const FileRow = memo(function FileRow(props: RowProps & { readonly isAlwaysDrawn: boolean }) {
  const { job } = props;
  const element = useRef<HTMLLIElement>(null);
  const { isNear, height } = useNearViewport(element, props.isAlwaysDrawn);
  return (
    <li
      className={isNear ? classOf(job) : 'file far'}
      ref={element}
      aria-label={shownName(job)}
      tabIndex={-1}
      data-job={job.id}
      style={height === null ? undefined : customProperties({ '--height': `${height}px` })}
    >
      {isNear && props.hasPicture && <RowPicture job={job} onLook={props.actions.look} />}
      {props.canMove && (
        <span className="drag-handle" draggable title={row.drag} aria-hidden>
          <GripVertical className="i" />
        </span>
      )}
      {isNear && contents(props)}
    </li>
  );
});

function classOf({ state, isLeftOut }: RowProps['job']): string {
  return isLeftOut === true ? `file ${state.kind} left-out` : `file ${state.kind}`;
}

function contents(props: RowProps): ReactNode {
  const { job } = props;
  switch (job.state.kind) {
    case 'waiting':
      return <AtWork {...props} text={WAITING} fraction={0} />;
    case 'running': {
      const { progress } = job.state;
      return <AtWork {...props} text={phaseText(progress)} fraction={progress.fraction} />;
    }
    case 'done':
      return <Done {...props} result={job.state.result} />;
    case 'failed':
      return <Failed {...props} problem={job.state.problem} />;
    case 'cancelled':
      return (
        <>
          <Name job={job} />
          <p className="meta">{row.cancelled}</p>
          <Sizes>{format.bytes(job.file.size)}</Sizes>
          <div className="acts wide">
            <RetryButton {...props} />
            <RemoveButton {...props} />
          </div>
        </>
      );
  }
}

/** A file that is compressed again shows its previous result until the new one is ready. */
function AtWork(props: RowProps & { readonly text: string; readonly fraction: number }) {
  const { job, actions } = props;
  const { file } = job;
  const kept = resultOf(job);
  return (
    <>
      <Name job={job}>
        <FactBadges probe={job.probe} />
      </Name>
      <p className="meta phase">
        {props.text}
        {job.savesMemory && ` · ${row.lowMemory}`}
      </p>
      {kept === null ? <Sizes>{format.bytes(file.size)}</Sizes> : <Saving result={kept} />}
      <div className="acts">
        <DownloadButton {...props} />
        <button
          type="button"
          className="btn quiet icon"
          aria-label={`${row.cancel} ${file.name}`}
          onClick={() => actions.cancel(job.id)}
        >
          <X className="i" aria-hidden />
        </button>
      </div>
      <div className="line">
        <ProgressBar label={file.name} fraction={props.fraction} text={props.text} size="thin" />
      </div>
    </>
  );
}

function Done(props: RowProps & { readonly result: Result }) {
  const { job, result, scale, actions } = props;
  const { report } = result;
  const [isOpen, setIsOpen] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const proof = useProof(result.blob);
  const over = overBy(job);
  const { badge, line } = outcomeText(report, {
    proof,
    overBy: over,
    taken: over > 0 ? undefined : result.parts?.leftOut === undefined ? job.taken?.kind : 'pages',
    leftOutPages: result.parts?.leftOut?.length ?? 0,
  });
  const isSigned = isKeptForSignature(job);
  // The row below says why it is over; twice would be once too often.
  const isSaidBelow = isSigned && over > 0;
  // On phones a row of two lines says only what its file became.
  const isPlain = !report.unchanged && badge?.tone !== 'warn';
  const isUnasked = (proof.kind === 'none' || proof.kind === 'partial') && props.needsAsking(result);
  return (
    <>
      <ResultName {...props} isRenaming={isRenaming} onRename={setIsRenaming}>
        {badge && (
          <Badge {...badge} icon={isSigned ? PenLine : badge.tone === 'warn' ? TriangleAlert : undefined} />
        )}
        {job.hasOwnOptions && job.taken === undefined && <Badge text={row.ownSettings} tone="plain" />}
      </ResultName>
      <p className="meta">
        {(!report.unchanged || result.parts !== undefined) && (
          <span className="num sizes-line">
            {fromTo(result)} · {format.saving(report.inputSize, savedSize(result))}
            {!isPlain && ' · '}
          </span>
        )}
        {job.isLeftOut === true && (
          <>
            {more.together.leftOut}
            {' · '}
            <button type="button" className="link" onClick={() => actions.putBack(job.id)}>
              {more.together.putBack}
              <span className="sr"> {shownName(job)}</span>
            </button>
            {' · '}
          </>
        )}
        {result.isSaved && <span className="saved-word">{row.savedMark} · </span>}
        <span className={isPlain ? 'wide-line' : undefined}>
          {isSaidBelow ? plural(report.document.pages, 'page') : line}
        </span>
        {isUnasked && (
          <>
            {' · '}
            {row.notComparedYet}
            {' · '}
            <button type="button" className="link" onClick={() => actions.compare(result)}>
              {row.comparePages}
              <span className="sr"> {shownName(job)}</span>
            </button>
          </>
        )}{' '}
        {isSigned && over === 0 && (
          <button type="button" className="link" onClick={() => actions.askSignature(job.id)}>
            {row.compressAnyway}
            <span className="sr"> {shownName(job)}</span>
          </button>
        )}
      </p>
      <Saving result={result} />
      <div className="acts">
        <CompareLink {...props} />
        <DownloadButton {...props} />
        <RowMenu
          label={`${row.more} ${shownName(job)}`}
          entries={[
            ...(props.hasPicture
              ? [{ text: listWords.keys.look, onChoose: () => actions.look(job.id) }]
              : []),
            { text: listWords.rename.choose, onChoose: () => setIsRenaming(true) },
            { text: row.settings, onChoose: () => actions.openSettings(job.id) },
            ...(report.document.pages > 1
              ? [{ text: more.splitTool.open, onChoose: () => actions.openSplit(job.id) }]
              : []),
            ...(report.unchanged ? [] : [{ text: row.details, onChoose: () => setIsOpen(!isOpen) }]),
            ...(canShareFiles() ? [{ text: row.share, onChoose: () => actions.share(job.id) }] : []),
            ...(props.canMove
              ? [
                  { text: row.moveUp, onChoose: () => actions.moveBy(job.id, -1) },
                  { text: row.moveDown, onChoose: () => actions.moveBy(job.id, 1) },
                ]
              : []),
            { text: row.remove, onChoose: () => actions.remove(job.id) },
          ]}
        />
      </div>
      <ResultLine result={result} scale={scale} />
      {over > 0 && <OverReason job={job} actions={actions} />}
      {(over === 0 || result.parts !== undefined) && (
        <TakenRemedy job={job} result={result} resultName={props.resultName} actions={actions} />
      )}
      <ScanOffer job={job} result={result} onOptions={actions.useOptions} />
      {isOpen && <WorkDetails result={result} />}
    </>
  );
}

/** The name, or the field in its place. */
function ResultName(
  props: RowProps & {
    readonly isRenaming: boolean;
    readonly onRename: (isRenaming: boolean) => void;
    readonly children: ReactNode;
  },
) {
  const { job, resultName, isRenaming, onRename } = props;
  if (isRenaming && resultName !== undefined) {
    return (
      <div className="name">
        <RenameField job={job} resultName={resultName} onEnd={() => onRename(false)} />
      </div>
    );
  }
  return (
    <Name job={job} resultName={resultName} number={props.number}>
      {props.children}
      {/* Hidden among several files; F2 clicks it there. */}
      <button
        type="button"
        className="btn quiet sm icon rename"
        tabIndex={-1}
        aria-label={listWords.rename.open(shownName(job))}
        onClick={() => onRename(true)}
      >
        <Pencil className="i" aria-hidden />
      </button>
    </Name>
  );
}

function Failed(props: RowProps & { readonly problem: JobProblem }) {
  const { job, problem, actions } = props;
  const { badge, tone, line } = problemText(problem);
  const isOpenable = isLocked(job);
  return (
    <>
      <Name job={job}>
        <Badge text={badge} tone={tone} icon={problem.code === 'encrypted_pdf' ? Lock : undefined} />
      </Name>
      <p className="meta said">
        {line} {resultOf(job) !== null && row.earlierResult}
      </p>
      <Sizes>{format.bytes(job.file.size)}</Sizes>
      <div className="acts wide">
        {asksForLessMemory(problem) && !job.savesMemory && <MemoryButton {...props} />}
        {canRetry(problem) && <RetryButton {...props} />}
        {problem.code === 'crashed' && (
          <CopyButton className="btn quiet" text={problem.report} label={words.crash.copyReport} />
        )}
        <DownloadButton {...props} />
        {!isOpenable && <RemoveButton {...props} />}
      </div>
      {isOpenable && (
        <PasswordForm
          // Each attempt starts with an empty field.
          key={job.attempt}
          name={job.file.name}
          wasWrong={problem.code === 'encrypted_pdf' && problem.reason === 'wrong-password'}
          onPassword={(password) => actions.givePassword([job.id], password)}
          onSkip={() => actions.cancel(job.id)}
        />
      )}
    </>
  );
}
