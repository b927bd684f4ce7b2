import { Link } from 'wouter';
import type { Job } from '../../jobs/job.ts';
import { receiptWords } from '../../text/comparison/receipt.ts';
import { more } from '../../text/i18n/more-words.ts';
import { words } from '../../text/words.ts';
import { ADD_INPUT } from '../ListFooter.tsx';

const { work } = words;

/** Steps that often follow once everything is saved. */
export function NextSteps(props: {
  /** The only file with a result; null if there are several. */
  readonly only: Job | null;
  readonly onSplit: (id: number) => void;
}) {
  const { only } = props;
  const pages = only?.state.kind === 'done' ? only.state.result.report.document.pages : 0;
  const steps: readonly (readonly [text: string, onChoose: () => void] | false)[] = [
    only !== null && pages > 1 && [more.splitTool.open, () => props.onSplit(only.id)],
    [work.addPdfs, () => document.getElementById(ADD_INPUT)?.click()],
  ];
  return (
    <>
      {only !== null && (
        <>
          {' · '}
          <Link href={`/f/${only.id}`}>{receiptWords.save}</Link>
        </>
      )}
      {steps.map(
        (step) =>
          step && (
            <span key={step[0]}>
              {' · '}
              <button type="button" className="link" onClick={step[1]}>
                {step[0]}
              </button>
            </span>
          ),
      )}
    </>
  );
}
