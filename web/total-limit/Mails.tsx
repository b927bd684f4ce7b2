import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../jobs/job.ts';
import { resultOf } from '../jobs/job.ts';
import { resultPaths } from '../jobs/result-names.ts';
import { format, plural } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { mailsOf, type Sent } from './mails.ts';

const { together: text } = more;

/** If one mail cannot carry all files, distributes them over several. */
export function Mails(props: {
  readonly jobs: readonly Job[];
  /** Maximum bytes of one mail. */
  readonly limit: number;
  /** Saves the results of these jobs as one file. */
  readonly onSave: (ids: readonly number[]) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const mails = mailsOf(sentOf(props.jobs), props.limit);
  if (mails === null) return null;
  if (!isOpen)
    return (
      <div className="row">
        <button type="button" className="btn sm main" onClick={() => setIsOpen(true)}>
          {text.mails(mails.length)}
        </button>
      </div>
    );
  return (
    <ol className="mails">
      {mails.map((mail, index) => {
        const name = text.mail(index + 1);
        const size = format.bytes(mail.reduce((sum, { bytes }) => sum + bytes, 0));
        return (
          <li key={mail[0].id}>
            <b>{name}</b>
            <span className="hint">{mail.map((file) => file.name.replace(/^.*\//, '')).join(', ')}</span>
            <span className="num hint">
              {plural(mail.length, 'file')}, {size}
            </span>
            <button
              type="button"
              className="btn sm icon"
              aria-label={`${more.list.row.download} ${name}, ${size}`}
              onClick={() => props.onSave(mail.map(({ id }) => id))}
            >
              <Download className="i" aria-hidden />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function sentOf(jobs: readonly Job[]): readonly Sent[] {
  const paths = resultPaths(jobs);
  return jobs.flatMap((job): Sent[] => {
    const [result, name] = [resultOf(job), paths.get(job.id)];
    return result === null || name === undefined ? [] : [{ id: job.id, name, bytes: result.blob.size }];
  });
}
