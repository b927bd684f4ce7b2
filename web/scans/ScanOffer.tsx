import './scans.css';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import { overBy } from '../jobs/fit.ts';
import type { Job, Result } from '../jobs/job.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { pagesOf, worstPage } from '../visual-diff/proof.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { askForSeparation, type ScanForm } from './mrc-requests.ts';
import { ScanPicture } from './ScanPicture.tsx';
import { scanOffers } from './scan-offers.ts';

const { scans: text } = more;

/**
 * Offers to separate text from paper, or black on white where that is smaller still, with a preview of the worst
 * page; afterwards offers to undo it.
 */
export function ScanOffer(props: {
  readonly job: Job;
  readonly result: Result;
  /** Compresses the file again with its own options. */
  readonly onOptions: (id: number, options: CompressOptions) => void;
}) {
  const { job, result, onOptions } = props;
  const { store } = useDiffs();
  const gains = useSyncExternalStore(scanOffers.subscribe, () =>
    scanOffers.isRefused(job.file) ? null : scanOffers.of(result.blob),
  );
  const [, go] = useLocation();
  const name = <span className="sr"> {job.file.name}</span>;
  const { mrc, ink } = result.report;
  if (job.hasOwnOptions && (mrc !== undefined || ink !== undefined)) {
    const undo = () => onOptions(job.id, { ...job.options, mrc: 'off', ink: 'off' });
    return (
      <div className="why">
        <div className="remedies">
          <button type="button" className="btn sm" onClick={undo}>
            {text.undo}
            {name}
          </button>
        </div>
      </div>
    );
  }
  if (gains === undefined || gains === null) return null;
  const compareFirst = (form: ScanForm) => {
    const worst = worstPage(pagesOf(store.of(result.blob)))?.page;
    go(`/f/${job.id}`, askForSeparation(worst ?? Math.ceil(result.report.document.pages / 2), form));
  };
  const { size } = result.blob;
  return (
    <div className="why scan-offer">
      <ScanPicture />
      <div>
        {gains.mrc !== null && (
          <>
            <b>{text.offer(format.times(gains.mrc))}</b>
            <p>
              {text.explain} {sizes(size, gains.mrc)}
            </p>
          </>
        )}
        {gains.ink !== null && (
          <p>
            {text.inkOffer(format.times(gains.ink))} {sizes(size, gains.ink)}
          </p>
        )}
      </div>
      <div className="remedies">
        {/* A suggestion for a missed limit takes precedence. */}
        {gains.mrc !== null && (
          <button
            type="button"
            className={overBy(job) === 0 ? 'btn sm main' : 'btn sm'}
            onClick={() => compareFirst('mrc')}
          >
            {text.first}
            {name}
          </button>
        )}
        {gains.ink !== null && (
          <button type="button" className="btn sm" onClick={() => compareFirst('ink')}>
            {text.inkFirst}
            {name}
          </button>
        )}
        <button type="button" className="btn quiet sm" onClick={() => scanOffers.refuse(job.file)}>
          {text.notNow}
          {name}
        </button>
      </div>
    </div>
  );
}

function sizes(size: number, times: number) {
  const after = `≈ ${format.bytes(size / times)}`;
  return <span className="num">{listWords.row.fromTo(format.bytes(size), after)}</span>;
}
