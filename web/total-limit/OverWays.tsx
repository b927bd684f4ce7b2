import type { ReactNode } from 'react';
import type { Job } from '../jobs/job.ts';
import { handedOut, savedSize } from '../jobs/job.ts';
import { SendAsLink } from '../suggestions/SendAsLink.tsx';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { partsOffer } from '../text/outcome/parts-offer.ts';
import { problemText } from '../text/problems.ts';
import { Act } from '../ui/Act.tsx';
import { bytesOf, mailsOf, type Sent } from './mails.ts';
import { useWeighedParts } from './use-weighed-parts.ts';
import { isWorthClosest, leftOutOf } from './ways.ts';

const { together: text } = more;

/** Options if all files do not fit together: only those possible for these files, the least harmful first. */
export function OverWays(props: {
  readonly jobs: readonly Job[];
  readonly budget: number;
  readonly leastBytes: number;
  /** All files to be sent, parts on their own. */
  readonly sent: readonly Sent[];
  /** Sends the files in several mails. */
  readonly onMails: () => void;
  /** Splits a file into parts that each fit alone. */
  readonly onSplit: (job: Job) => void;
  readonly onLeaveOut: (id: number) => void;
  /** Absent where it is not known that this size is reached. */
  readonly onClosest: (() => void) | undefined;
}) {
  const { jobs, budget, leastBytes } = props;
  const whole = wholeFiles(jobs);
  const used = whole.reduce((sum, { bytes }) => sum + bytes, 0);
  const sorted = mailsOf(props.sent, budget);
  const leftOut = leftOutOf(whole, budget);
  const nameOf = (id: number) => jobs.find((job) => job.id === id)?.file.name ?? '';
  const number = (id: number) => jobs.findIndex((job) => job.id === id) + 1;
  const tooLarge = [...new Set(sorted?.tooLarge.map(({ id }) => id))];
  return (
    <ul className="over-ways">
      {sorted !== null && sorted.mails.length > 1 && (
        <li>
          <p>
            <b>{text.mails(sorted.mails.length)}</b>{' '}
            <span className="hint">
              {sorted.mails.map((mail) => format.bytes(bytesOf(mail))).join(' + ')}
              {'. '}
              {text.mailsGive}
            </span>
          </p>
          <Act
            kind="gain"
            act={text.mails(sorted.mails.length)}
            size={format.bytes(bytesOf(sorted.mails.flat()))}
            price={tooLarge.length > 0 ? more.split.goes.stays(tooLarge.length) : more.split.goes.mails}
            onPress={props.onMails}
          />
        </li>
      )}
      {jobs
        .filter(({ id }) => tooLarge.includes(id))
        .slice(0, MAX_ALONE)
        .map((job) => (
          <Alone
            key={job.id}
            job={job}
            number={number(job.id)}
            budget={budget}
            onSplit={() => props.onSplit(job)}
          />
        ))}
      {leftOut !== null && (
        <Way
          title={text.leaveOut(number(leftOut.file.id))}
          file={nameOf(leftOut.file.id)}
          gives={text.leaveOutGives(format.bytes(leftOut.rest))}
        >
          <Act
            kind="loss"
            act={text.leaveOut(number(leftOut.file.id))}
            size={format.bytes(leftOut.rest)}
            price={more.split.goes.stays(1)}
            name={nameOf(leftOut.file.id)}
            onPress={() => props.onLeaveOut(leftOut.file.id)}
          />
        </Way>
      )}
      {props.onClosest !== undefined && isWorthClosest(used, leastBytes, budget) && (
        <Way
          title={text.closest}
          gives={text.closestGives(format.bytes(leastBytes), format.bytes(leastBytes - budget))}
        >
          <Act
            kind="loss"
            act={text.closest}
            size={format.bytes(leastBytes)}
            price={more.split.goes.softer(format.bytes(leastBytes - budget))}
            onPress={props.onClosest}
          />
        </Way>
      )}
    </ul>
  );
}

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

/** A file that no mail can carry: its pages can go apart where all parts fit, else it goes another way. */
function Alone(props: {
  readonly job: Job;
  readonly number: number;
  readonly budget: number;
  readonly onSplit: () => void;
}) {
  const { job, number, budget } = props;
  const { name } = job.file;
  const weighed = useWeighedParts(job, mayBeSplit(job) ? budget : 0);
  const offer = weighed?.kind === 'finished' ? partsOffer(weighed.value) : null;
  const why = weighed?.kind === 'failed' ? problemText(weighed.problem).line : '';
  return (
    <Way
      title={text.alone(number, format.limit(budget))}
      file={name}
      gives={weighed === null ? more.over.looking : offer === null ? why : text.splitGives}
    >
      {offer === null ? (
        weighed !== null && <SendAsLink name={name} />
      ) : (
        <Act {...offer} name={name} onPress={props.onSplit} />
      )}
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
