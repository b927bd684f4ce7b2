import { Link } from 'wouter';
import { words as general } from '../../text/dashboard/general.ts';
import { stateText, words as text } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import type { JobResponse } from '../api-types.ts';
import { TableHead } from '../TableHead.tsx';
import { agoText, dateTimeText } from '../usage/dates.ts';
import { JobBar, shortId } from './JobBar.tsx';

/** The newest jobs first. On phones each is a card. */
export function JobTable(props: { readonly jobs: readonly JobResponse[]; readonly now: number }) {
  return (
    <div className="panel">
      <table className="cards-m jobs">
        <TableHead
          columns={[
            text.columns.job,
            text.columns.state,
            text.columns.documents,
            { number: general.usage.saved },
            { number: text.columns.sent },
          ]}
        />
        <tbody>
          {props.jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row" className="row-head">
                <Link href={`/dashboard/jobs/${job.id}`} title={job.id}>
                  <code>{shortId(job.id)}</code>
                </Link>
                <span className="hint">{job.keyName}</span>
              </th>
              <td className="nowrap">
                <StateBadge job={job} />
              </td>
              <td className="job-documents wide">
                <JobBar job={job} />
              </td>
              <td className="r" data-label={general.usage.saved}>
                {job.counts.done === 0 ? '–' : format.bytes(Math.max(0, job.bytesIn - job.bytesOut))}
              </td>
              <td className="r" data-label={text.columns.sent}>
                <time dateTime={new Date(job.createdAt).toISOString()} title={dateTimeText(job.createdAt)}>
                  {agoText(job.createdAt, props.now)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StateBadge({ job }: { readonly job: JobResponse }) {
  return <Badge text={stateText(job)} tone={toneOf(job)} />;
}

function toneOf({ outcome }: JobResponse): BadgeTone {
  if (outcome === 'failed') return 'bad';
  return outcome === 'partial' ? 'warn' : 'plain';
}
