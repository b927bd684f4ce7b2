import type { ReactNode } from 'react';
import { isActive, type Job } from '../../jobs/job.ts';
import { WAITING } from '../../text/phases.ts';
import { headline } from '../../text/summary.ts';
import { CutName } from '../../ui/CutName.tsx';
import { useDiffs } from '../../visual-diff/use-proofs.ts';

/** As many rows as a window shows. */
const MAX_ROWS = 12;

/** The list as it begins, until its own script is here: no frame between the drop and the first row is empty. */
export function FirstRows(props: {
  readonly jobs: readonly Job[];
  /** The side column. */
  readonly children: ReactNode;
}) {
  const { jobs } = props;
  const { pictures } = useDiffs();
  const isPictured = pictures !== null && jobs.length > 1;
  return (
    <>
      <div className="head working">
        <div className="head-row">
          <h1>{headline(jobs).text}</h1>
        </div>
        <p className="soft num-line">{'\u00a0'}</p>
        <div className="bar tall" />
      </div>
      <div className="split">
        <section aria-busy>
          <ul className={isPictured ? 'files pictured' : 'files'}>
            {jobs.slice(0, MAX_ROWS).map((job) => (
              <li key={job.id} className="file waiting">
                <div className="name">
                  <bdi className="whole-name">
                    <CutName name={job.file.name} />
                  </bdi>
                </div>
                <p className="meta phase">{isActive(job) ? WAITING : '\u00a0'}</p>
                <div className="line">
                  <div className="bar" />
                </div>
              </li>
            ))}
          </ul>
        </section>
        {props.children}
      </div>
    </>
  );
}
