import { Pencil, PenLine, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { overBy } from '../../jobs/fit.ts';
import { isKeptForSignature, type Result, savedSize, shownName } from '../../jobs/job.ts';
import { canShareFiles } from '../../save/share.ts';
import { ScanOffer } from '../../scans/ScanOffer.tsx';
import { format, plural } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { more } from '../../text/i18n/more-words.ts';
import { outcomeText } from '../../text/outcome/outcomes.ts';
import { separatorAfter } from '../../text/separated.ts';
import { Badge } from '../../ui/Badge.tsx';
import { type MenuEntry, RowMenu } from '../../ui/RowMenu.tsx';
import { useProof } from '../../visual-diff/use-proofs.ts';
import { RenameField } from '../naming/RenameField.tsx';
import { OverReason, SignedWay } from './OverReason.tsx';
import { CompareLink, DownloadButton, fromTo, Name, type RowProps, Saving } from './row-parts.tsx';
import { TakenRemedy, takenLead } from './TakenRemedy.tsx';
import { Unfold } from './Unfold.tsx';
import { ResultLine } from './WeightLine.tsx';
import { WorkDetails } from './WorkDetails.tsx';

const { row } = listWords;

type DoneProps = RowProps & { readonly result: Result };

/** A file with its result: outcome, saving, actions, and what else could be done. */
export function DoneRow(props: DoneProps) {
  const { job, result, actions } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const outcome = useOutcome(props);
  const { badge, over } = outcome;
  // Also what did not help has its way back.
  const isTaken = over === 0 || result.parts !== undefined || job.taken !== undefined;
  // The only file has room for all that is said of it.
  const folded = props.isSavedAbove
    ? ''
    : [outcome.isFolded ? badge?.text : null, isTaken ? takenLead(job, result) : null]
        .filter(Boolean)
        .join(' · ');
  return (
    <>
      <ResultName {...props} isRenaming={isRenaming} onRename={setIsRenaming}>
        {badge && (
          <Badge
            {...badge}
            icon={outcome.isSigned ? PenLine : badge.tone === 'warn' ? TriangleAlert : undefined}
          />
        )}
        {job.hasOwnOptions && job.taken === undefined && <Badge text={row.ownSettings} tone="plain" />}
      </ResultName>
      <OutcomeLine {...props} outcome={outcome} />
      {/* A single file's headline has its sizes. */}
      {!props.isSavedAbove && <Saving result={result} />}
      <div className="acts">
        <CompareLink {...props} />
        {!props.isSavedAbove && <DownloadButton {...props} />}
        <RowMenu
          label={`${row.more} ${shownName(job)}`}
          entries={menuEntries(
            props,
            () => setIsRenaming(true),
            () => setIsOpen(!isOpen),
          )}
        />
      </div>
      {folded !== '' && (
        <Unfold
          job={job}
          tone={outcome.isFolded ? (badge?.tone ?? 'plain') : 'met'}
          text={folded}
          isOpen={isUnfolded}
          onOpen={setIsUnfolded}
        />
      )}
      {!props.isSavedAbove && <ResultLine result={result} scale={props.scale} />}
      <div className={isUnfolded || props.isSavedAbove ? 'unfolded' : 'folded'}>
        {over > 0 && <OverReason job={job} actions={actions} />}
        {isTaken && <TakenRemedy job={job} result={result} resultName={props.resultName} actions={actions} />}
      </div>
      {outcome.isSigned && over === 0 && <SignedWay job={job} result={result} actions={actions} />}
      <ScanOffer job={job} result={result} onOptions={actions.useOptions} />
      {isOpen && <WorkDetails result={result} />}
    </>
  );
}

type Outcome = ReturnType<typeof useOutcome>;

/** Outcome of the row's result in words. */
function useOutcome({ job, result, needsAsking, isSavedAbove }: DoneProps) {
  const { report } = result;
  const proof = useProof(result.blob);
  const over = overBy(job);
  const { badge, line } = outcomeText(report, {
    proof,
    overBy: over,
    isOverToldAbove: isSavedAbove,
    taken: over > 0 ? undefined : result.parts?.leftOut === undefined ? job.taken?.kind : 'pages',
    leftOutPages: result.parts?.leftOut?.length ?? 0,
  });
  const isSigned = isKeptForSignature(job);
  return {
    badge,
    over,
    isSigned,
    // The row below says why it is over; twice would be once too often.
    line: isSigned && over > 0 ? plural(report.document.pages, 'page') : line,
    // On phones a row of two lines says only what its file became; a warning or a signature opens to say more.
    isFolded: !isSavedAbove && badge !== null && (badge.tone === 'warn' || isSigned),
    isUnasked: (proof.kind === 'none' || proof.kind === 'partial') && needsAsking(result),
  };
}

/** Sizes and outcome in one line, with links to what the outcome suggests. */
function OutcomeLine({
  job,
  result,
  actions,
  outcome,
  isSavedAbove,
}: DoneProps & { readonly outcome: Outcome }) {
  const { report } = result;
  const { isFolded } = outcome;
  // What has no smaller copy and nothing to open says why.
  const line = !isSavedAbove && (!report.unchanged || isFolded) ? 'wide-line' : undefined;
  return (
    <p className="meta">
      {!isSavedAbove && (!report.unchanged || result.parts !== undefined) && (
        <span className="num sizes-line">
          {fromTo(result)}
          <span className="share"> · {format.saving(report.inputSize, savedSize(result))}</span>
        </span>
      )}
      {report.unchanged && isFolded && (
        <span className="num sizes-line">{format.bytes(report.inputSize)}</span>
      )}
      {job.isLeftOut === true && (
        <>
          <span className="sizes-line"> · </span>
          {more.together.leftOut}
          {' · '}
          <RowLink job={job} text={more.together.putBack} onClick={() => actions.putBack(job.id)} />
          <span className="wide-line"> · </span>
        </>
      )}
      {result.isSaved && <span className="saved-word">{row.savedMark} · </span>}
      <span className={line}>{outcome.line}</span>
      {outcome.isUnasked && (
        <span className={isSavedAbove ? undefined : 'wide-line'}>
          {separatorAfter(outcome.line)}
          {row.notComparedYet}
          {/* The dot ends a line, and begins none. */}
          {'\u00a0· '}
          <RowLink job={job} text={row.comparePages} onClick={() => actions.compare(result)} />
        </span>
      )}{' '}
    </p>
  );
}

/** A link within the line, named with its file for screen readers. */
function RowLink(props: Pick<RowProps, 'job'> & { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="link" onClick={props.onClick}>
      {props.text}
      <span className="sr"> {shownName(props.job)}</span>
    </button>
  );
}

function menuEntries(
  { job, result, actions, hasPicture, canMove }: DoneProps,
  rename: () => void,
  toggleDetails: () => void,
): readonly MenuEntry[] {
  const { id } = job;
  const { report } = result;
  return [
    ...(hasPicture ? [{ text: listWords.keys.look, onChoose: () => actions.look(id) }] : []),
    { text: listWords.rename.choose, onChoose: rename },
    { text: row.settings, onChoose: () => actions.openSettings(id) },
    ...(report.document.pages > 1
      ? [{ text: more.splitTool.open, onChoose: () => actions.openSplit(id) }]
      : []),
    ...(report.unchanged ? [] : [{ text: row.details, onChoose: toggleDetails }]),
    ...(canShareFiles() ? [{ text: row.share, onChoose: () => actions.share(id) }] : []),
    ...(canMove
      ? [
          { text: row.moveUp, onChoose: () => actions.moveBy(id, -1) },
          { text: row.moveDown, onChoose: () => actions.moveBy(id, 1) },
        ]
      : []),
    { text: row.remove, onChoose: () => actions.remove(id) },
  ];
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
        aria-keyshortcuts="F2"
        aria-label={listWords.rename.open(shownName(job))}
        onClick={() => onRename(true)}
      >
        <Pencil className="i" aria-hidden />
      </button>
    </Name>
  );
}
