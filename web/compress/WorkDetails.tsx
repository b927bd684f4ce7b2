import type { CompressReport, PassReport, SkipReason } from '../../shared/index.ts';
import { format } from '../text/format.ts';
import { PASS_WORDS, SKIP_WORDS } from '../text/outcomes.ts';
import { words } from '../text/words.ts';

/** What each step did to a file, and why it left alone what it left. */
export function WorkDetails({ report, name }: { readonly report: CompressReport; readonly name: string }) {
  const { details } = words;
  const steps = report.passes.filter((pass) => pass.items > 0);
  return (
    <div className="extra details">
      <table>
        <caption className="sr">
          {words.row.details} {name}
        </caption>
        <thead>
          <tr>
            <th scope="col">{details.step}</th>
            <th scope="col" className="number">
              {details.looked}
            </th>
            <th scope="col" className="number">
              {details.changed}
            </th>
            <th scope="col" className="number">
              {details.saved}
            </th>
            <th scope="col">{details.left}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((pass) => (
            <tr key={pass.pass}>
              <th scope="row">{PASS_WORDS[pass.pass]}</th>
              <td className="number">{format.count(pass.items)}</td>
              <td className="number">{format.count(pass.changed)}</td>
              <td className="number">{format.bytes(pass.savedBytes)}</td>
              <td>{skipText(pass)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `5 already small enough, 1 would not get smaller`, the most frequent reason first. */
function skipText({ skips }: PassReport): string {
  const counted = Object.entries(skips) as [SkipReason, number][];
  return counted
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${format.count(count)} ${SKIP_WORDS[reason]}`)
    .join(', ');
}
