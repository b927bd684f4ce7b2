import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import type { Job, Result } from '../jobs/job.ts';
import { format } from '../text/format.ts';
import { more } from '../text/spoken/more-words.ts';
import { scanOffers } from './scan-offers.ts';

const { scans: text } = more;

/** What separating text from paper would give: done when somebody says so, and compared at once. Then the way back. */
export function ScanOffer(props: {
  readonly job: Job;
  readonly result: Result;
  /** Makes the file again with options of its own. */
  readonly onOptions: (id: number, options: CompressOptions) => void;
}) {
  const { job, result, onOptions } = props;
  const times = useSyncExternalStore(scanOffers.subscribe, () => scanOffers.of(result.blob));
  const [, go] = useLocation();
  const isSeparated = job.hasOwnOptions && result.report.separation !== undefined;
  if (isSeparated) {
    const undo = () => onOptions(job.id, { ...job.options, mrc: 'off' });
    return <Offer text={text.undo} name={job.file.name} onChoose={undo} />;
  }
  if (times === undefined || times === null) return null;
  const tryIt = () => {
    onOptions(job.id, { ...job.options, mrc: 'auto' });
    go(`/f/${job.id}`);
  };
  return <Offer text={text.offer(format.times(times))} name={job.file.name} onChoose={tryIt} />;
}

function Offer(props: { readonly text: string; readonly name: string; readonly onChoose: () => void }) {
  return (
    <div className="why">
      <div className="remedies">
        <button type="button" className="btn sm" onClick={props.onChoose}>
          {props.text}
          <span className="sr"> {props.name}</span>
        </button>
      </div>
    </div>
  );
}
