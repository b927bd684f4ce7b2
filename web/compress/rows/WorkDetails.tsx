import type { SkipReason } from '../../../shared/index.ts';
import type { Result } from '../../jobs/job.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { seriesText } from '../../text/i18n/lists.ts';
import { PASS_WORDS, SKIP_WORDS } from '../../text/outcome/outcomes.ts';
import { documentText } from '../../text/summary.ts';
import { type WorkStep, workSteps } from './work-steps.ts';

/** The changes of each step in a file, and why it skipped the rest. */
export function WorkDetails({ result }: { readonly result: Result }) {
  const { report, elapsedMs } = result;
  return (
    <dl className="extra details">
      <div>
        <dt>{listWords.details.document}</dt>
        <dd>{documentText(report.document)}</dd>
      </div>
      <div>
        <dt>{listWords.details.time}</dt>
        <dd>{format.duration(elapsedMs)}</dd>
      </div>
      {workSteps(report).map((pass) => (
        <div key={pass.pass}>
          <dt>{PASS_WORDS[pass.pass]}</dt>
          <dd>
            {listWords.details.done(
              format.count(pass.changed),
              format.count(pass.items),
              pass.savedBytes > 0 ? format.bytes(pass.savedBytes) : null,
            )}
            {skipText(pass) && (
              <span className="left-alone">
                {listWords.details.left} {skipText(pass)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `5 already small enough, 1 would not get smaller`, the most frequent reason first. */
function skipText({ skips }: WorkStep): string {
  const counted = (Object.entries(skips) as [SkipReason, number][]).sort(([, a], [, b]) => b - a);
  return seriesText(counted.map(([reason, count]) => `${format.count(count)} ${SKIP_WORDS[reason]}`));
}
