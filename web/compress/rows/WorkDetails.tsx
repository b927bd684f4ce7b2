import type { PassReport, SkipReason } from '../../../shared/index.ts';
import type { Result } from '../../jobs/job.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/list-words.ts';
import { PASS_WORDS, SKIP_WORDS } from '../../text/outcomes.ts';
import { documentText } from '../../text/summary.ts';

/** What each step did to a file, and why it left alone what it left. */
export function WorkDetails({ result }: { readonly result: Result }) {
  const { report, elapsedMs } = result;
  const steps = mergedPasses(report.passes).filter((pass) => pass.changed > 0 || skipText(pass) !== '');
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
      {steps.map((pass) => (
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

/** A step that is taken twice is told once. */
function mergedPasses(passes: readonly PassReport[]): readonly PassReport[] {
  const merged = new Map<string, PassReport>();
  for (const pass of passes) {
    const before = merged.get(pass.pass);
    merged.set(pass.pass, before === undefined ? pass : sumOf(before, pass));
  }
  return [...merged.values()];
}

function sumOf(a: PassReport, b: PassReport): PassReport {
  const skips: Partial<Record<SkipReason, number>> = { ...a.skips };
  for (const [reason, count] of Object.entries(b.skips) as [SkipReason, number][]) {
    skips[reason] = (skips[reason] ?? 0) + count;
  }
  // The same objects are looked at again.
  const items = Math.max(a.items, b.items);
  return { ...a, items, changed: a.changed + b.changed, savedBytes: a.savedBytes + b.savedBytes, skips };
}

/** `5 already small enough, 1 would not get smaller`, the most frequent reason first. */
function skipText({ skips }: PassReport): string {
  const counted = Object.entries(skips) as [SkipReason, number][];
  return (
    counted
      // Another step has them.
      .filter(([reason]) => reason !== 'image-codec')
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${format.count(count)} ${SKIP_WORDS[reason]}`)
      .join(', ')
  );
}
