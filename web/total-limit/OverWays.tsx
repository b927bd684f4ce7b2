import type { ReactNode } from 'react';
import type { Job } from '../jobs/job.ts';
import { handedOut, savedSize } from '../jobs/job.ts';
import { resultPaths } from '../jobs/result-names.ts';
import { format } from '../text/format.ts';
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
  readonly onSave: (ids: readonly number[]) => void;
  readonly onLeaveOut: (id: number) => void;
  readonly onClosest: () => void;
}) {
  const { jobs, budget, leastBytes } = props;
  const sent = sentOf(jobs);
  const used = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  const mails = mailsOf(sent, budget);
  const leftOut = leftOutOf(sent, budget);
  const nameOf = (id: number) => jobs.find((job) => job.id === id)?.file.name ?? '';
  const number = (id: number) => jobs.findIndex((job) => job.id === id) + 1;
  return (
    <ul className="over-ways">
      {mails !== null && <Mails mails={mails} numberOf={number} onSave={props.onSave} />}
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
              {'. '}
            </>
          )}
          {props.gives}
        </span>
      </p>
      {props.children}
    </li>
  );
}

function sentOf(jobs: readonly Job[]): readonly Sent[] {
  const paths = resultPaths(jobs);
  return jobs.flatMap((job): Sent[] => {
    const [result, name] = [handedOut(job), paths.get(job.id)];
    return result === null || name === undefined ? [] : [{ id: job.id, name, bytes: savedSize(result) }];
  });
}
