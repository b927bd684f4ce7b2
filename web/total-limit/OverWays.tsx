import type { ReactNode } from 'react';
import type { Job } from '../jobs/job.ts';
import { handedOut, savedSize } from '../jobs/job.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { Mails } from './Mails.tsx';
import { mailsOf, type Sent } from './mails.ts';
import { leftOutOf } from './ways.ts';

const { together: text } = more;

/** Options if all files do not fit together: only those possible for these files, the least harmful first. */
export function OverWays(props: {
  readonly jobs: readonly Job[];
  readonly budget: number;
  readonly leastBytes: number;
  /** All files to be sent, parts on their own. */
  readonly sent: readonly Sent[];
  /** Saves these files as one. */
  readonly onSave: (files: readonly Sent[]) => void;
  readonly onSplit: (id: number) => void;
  /** Opens the settings of one file. */
  readonly onOwnSettings: (id: number) => void;
  readonly onLeaveOut: (id: number) => void;
  readonly onClosest: () => void;
}) {
  const { jobs, budget, leastBytes } = props;
  const whole = wholeFiles(jobs);
  const used = whole.reduce((sum, { bytes }) => sum + bytes, 0);
  const sorted = mailsOf(props.sent, budget);
  const leftOut = leftOutOf(whole, budget);
  const nameOf = (id: number) => jobs.find((job) => job.id === id)?.file.name ?? '';
  const number = (id: number) => jobs.findIndex((job) => job.id === id) + 1;
  const isDivisible = (id: number) => jobs.some((job) => job.id === id && mayBeSplit(job));
  const tooLarge = [...new Set(sorted?.tooLarge.map(({ id }) => id))];
  return (
    <ul className="over-ways">
      {sorted !== null && sorted.mails.length > 0 && (
        <Mails mails={sorted.mails} without={tooLarge.map(number)} numberOf={number} onSave={props.onSave} />
      )}
      {tooLarge.slice(0, MAX_ALONE).map((id) => (
        <Alone
          key={id}
          number={number(id)}
          name={nameOf(id)}
          budget={budget}
          isDivisible={isDivisible(id)}
          onSplit={() => props.onSplit(id)}
          onOwnSettings={() => props.onOwnSettings(id)}
        />
      ))}
      {leftOut !== null && (
        <Way
          title={text.leaveOut(number(leftOut.file.id))}
          file={nameOf(leftOut.file.id)}
          gives={text.leaveOutGives(format.bytes(leftOut.rest))}
        >
          <button type="button" className="btn sm" onClick={() => props.onLeaveOut(leftOut.file.id)}>
            {text.leaveOut(number(leftOut.file.id))}
            <span className="sr"> {nameOf(leftOut.file.id)}</span>
          </button>
        </Way>
      )}
      {leastBytes < used * WORTH_CLOSEST && (
        <Way
          title={text.closest}
          gives={text.closestGives(format.bytes(leastBytes), format.bytes(leastBytes - budget))}
        >
          <button type="button" className="btn sm" onClick={props.onClosest}>
            {text.use(format.bytes(leastBytes))}
          </button>
        </Way>
      )}
    </ul>
  );
}

/** Softer images that hardly save anything, as in text, are not offered. */
const WORTH_CLOSEST = 0.95;

/** One line: what it is, what it gives, and the button. */
function Way(props: {
  readonly title: string;
  /** Name of the file that it concerns. */
  readonly file?: string;
  readonly gives: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <p>
        <b>{props.title}</b>{' '}
        <span className="hint">
          {props.file && (
            <>
              <bdi>{props.file}</bdi>
              {props.gives && '. '}
            </>
          )}
          {props.gives}
        </span>
      </p>
      {props.children}
    </li>
  );
}

/** A file that no mail can carry: its pages can go apart, or it gets settings of its own. */
function Alone(props: {
  readonly number: number;
  readonly name: string;
  readonly budget: number;
  readonly isDivisible: boolean;
  readonly onSplit: () => void;
  readonly onOwnSettings: () => void;
}) {
  const { number, name, budget, isDivisible } = props;
  return (
    <Way
      title={text.alone(number, format.limit(budget))}
      file={name}
      gives={isDivisible ? text.splitGives : ''}
    >
      <button type="button" className="btn sm" onClick={isDivisible ? props.onSplit : props.onOwnSettings}>
        {isDivisible ? more.splitTool.open : listWords.row.settings}
        <span className="sr"> {name}</span>
      </button>
    </Way>
  );
}

/** Signed and damaged files stay whole. */
function mayBeSplit(job: Job): boolean {
  const report = handedOut(job)?.report;
  if (report === undefined || report.document.signed) return false;
  return report.document.pages > 1 && !report.warnings.includes('damaged-kept');
}

/** Files that are too large and named each; more would fill the page. */
const MAX_ALONE = 3;

function wholeFiles(jobs: readonly Job[]): readonly Sent[] {
  return jobs.flatMap((job): Sent[] => {
    const result = handedOut(job);
    return result === null ? [] : [{ id: job.id, name: job.file.name, bytes: savedSize(result) }];
  });
}
