import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import type { Job, Result } from '../jobs/job.ts';
import { pagesOf, worstPage } from '../proof/proof.ts';
import { useProofs } from '../proof/use-proofs.ts';
import { format } from '../text/format.ts';
import { more } from '../text/spoken/more-words.ts';
import { scanOffers } from './scan-offers.ts';
import { askForSeparation } from './separation-asked.ts';

const { scans: text } = more;

/** What separating text from paper would give: tried on the worst page before it is done. Then the way back. */
export function ScanOffer(props: {
  readonly job: Job;
  readonly result: Result;
  /** Makes the file again with options of its own. */
  readonly onOptions: (id: number, options: CompressOptions) => void;
}) {
  const { job, result, onOptions } = props;
  const { store } = useProofs();
  const times = useSyncExternalStore(scanOffers.subscribe, () =>
    scanOffers.isRefused(job.file) ? null : scanOffers.of(result.blob),
  );
  const [, go] = useLocation();
  const name = <span className="sr"> {job.file.name}</span>;
  if (job.hasOwnOptions && result.report.separation !== undefined) {
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
  return (
    <div className="why">
      <p>
        <b>{text.offer(format.times(times))}</b> {text.explain}
      </p>
      <div className="remedies">
        <button type="button" className="btn sm" onClick={compareFirst}>
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
