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
import { askForSeparation } from './mrc-requests.ts';
import { ScanPicture } from './ScanPicture.tsx';
import { scanOffers } from './scan-offers.ts';

const { scans: text } = more;

/** Offers to separate text from paper, with a preview of the worst page; afterwards offers to undo it. */
export function ScanOffer(props: {
  readonly job: Job;
  readonly result: Result;
  /** Compresses the file again with its own options. */
  readonly onOptions: (id: number, options: CompressOptions) => void;
}) {
  const { job, result, onOptions } = props;
  const { store } = useDiffs();
  const times = useSyncExternalStore(scanOffers.subscribe, () =>
    scanOffers.isRefused(job.file) ? null : scanOffers.of(result.blob),
  );
  const [, go] = useLocation();
  const name = <span className="sr"> {job.file.name}</span>;
  if (job.hasOwnOptions && result.report.mrc !== undefined) {
    const undo = () => onOptions(job.id, { ...job.options, mrc: 'off' });
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
  if (times === undefined || times === null) return null;
  const compareFirst = () => {
    const worst = worstPage(pagesOf(store.of(result.blob)))?.page;
    go(`/f/${job.id}`, askForSeparation(worst ?? Math.ceil(result.report.document.pages / 2)));
  };
  const { size } = result.blob;
  return (
    <div className="why scan-offer">
      <ScanPicture />
      <div>
        <b>{text.offer(format.times(times))}</b>
        <p>
          {text.explain}{' '}
          <span className="num">
            {listWords.row.fromTo(format.bytes(size), `≈ ${format.bytes(size / times)}`)}
          </span>
        </p>
      </div>
      <div className="remedies">
        {/* A suggestion for a missed limit takes precedence. */}
        <button type="button" className={overBy(job) === 0 ? 'btn sm main' : 'btn sm'} onClick={compareFirst}>
          {text.first}
          {name}
        </button>
        <button type="button" className="btn quiet sm" onClick={() => scanOffers.refuse(job.file)}>
          {text.notNow}
          {name}
        </button>
      </div>
    </div>
  );
}
