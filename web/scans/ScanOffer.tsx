import './scans.css';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, useState, useSyncExternalStore } from 'react';
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
import { type ScanGains, type ScanSize, scanOffers } from './scan-offers.ts';

const { scans: text } = more;

interface OfferProps {
  readonly job: Job;
  readonly result: Result;
  /** Compresses the file again with its own options. */
  readonly onOptions: (id: number, options: CompressOptions) => void;
}

/** Offers other forms for scans, with a preview of the worst page; afterwards offers to undo it. */
export function ScanOffer(props: OfferProps) {
  const { job, result, onOptions } = props;
  const gains = useSyncExternalStore(scanOffers.subscribe, () =>
    scanOffers.isRefused(job.file) ? null : scanOffers.of(result.blob),
  );
  const { mrc, ink } = result.report;
  // Layers that a search for a size took by itself have their way back, too.
  const isTaken = job.options.targetSize > 0 && (mrc?.pages.length ?? 0) > 0;
  if (isTaken || (job.hasOwnOptions && (mrc !== undefined || ink !== undefined))) {
    const undo = () => onOptions(job.id, { ...job.options, mrc: 'off', ink: 'off' });
    return (
      <div className="why">
        <div className="remedies">
          <button type="button" className="btn sm" onClick={undo}>
            {text.undo}
            <span className="sr"> {job.file.name}</span>
          </button>
        </div>
      </div>
    );
  }
  return gains === undefined || gains === null ? null : <Offer {...props} gains={gains} />;
}

/** Text apart from its paper, black on white, or a choice of both. */
function Offer(props: OfferProps & { readonly gains: ScanGains }) {
  const { job, result, gains } = props;
  const { store } = useDiffs();
  const [, go] = useLocation();
  const [chosen, setForm] = useState<ScanForm>('mrc');
  const hasChoice = gains.mrc !== null && gains.ink !== null;
  const form: ScanForm = hasChoice ? chosen : gains.mrc === null ? 'ink' : 'mrc';
  const name = <span className="sr"> {job.file.name}</span>;
  const { pages } = result.report.document;
  const compareFirst = () => {
    const worst = worstPage(pagesOf(store.of(result.blob)))?.page;
    go(`/f/${job.id}`, askForSeparation(worst ?? Math.ceil(pages / 2), form));
  };
  return (
    <div className="why scan-offer">
      <ScanPicture />
      <div>
        <b>
          {gains.mrc === null
            ? text.inkOffer(format.times(timesOf(result, gains.ink)))
            : text.offer(format.times(timesOf(result, gains.mrc)))}
        </b>
        {!hasChoice && (
          <p>
            {form === 'ink' ? text.inkExplain : text.explain} {sizes(result, gains[form])}
          </p>
        )}
      </div>
      {hasChoice && <Forms name={job.file.name} gains={gains} form={form} onForm={setForm} />}
      <div className="remedies">
        {/* A suggestion for a missed limit takes precedence. */}
        <button type="button" className={overBy(job) === 0 ? 'btn sm main' : 'btn sm'} onClick={compareFirst}>
          {text.first}
          {name}
        </button>
        <button
          type="button"
          className="btn sm"
          onClick={() => props.onOptions(job.id, { ...job.options, [form]: 'auto' })}
        >
          {text.use(pages)} <span className="num">{sizeAfter(gains[form])}</span>
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

/** The two forms as radio buttons, each with the size that it would give. */
function Forms(props: {
  readonly name: string;
  readonly gains: ScanGains;
  readonly form: ScanForm;
  readonly onForm: (form: ScanForm) => void;
}) {
  const { gains } = props;
  const id = useId();
  const forms = [
    { form: 'mrc', title: text.paper, explain: text.explain },
    { form: 'ink', title: text.ink, explain: text.inkExplain },
  ] as const;
  return (
    <RadioGroup
      className="scan-forms"
      aria-label={props.name}
      value={props.form}
      onValueChange={(form) => props.onForm(form === 'ink' ? 'ink' : 'mrc')}
    >
      {forms.map(({ form, title, explain }) => (
        <Radio.Root
          key={form}
          value={form}
          className="card scan-form"
          aria-labelledby={`${id}-${form} ${id}-${form}-size`}
          aria-describedby={`${id}-${form}-explain`}
        >
          <b id={`${id}-${form}`}>{title}</b>
          <span className="num" id={`${id}-${form}-size`}>
            {sizeAfter(gains[form])}
          </span>
          <small id={`${id}-${form}-explain`}>{explain}</small>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

function sizes({ blob }: Result, size: ScanSize | null) {
  return <span className="num">{listWords.row.fromTo(format.bytes(blob.size), sizeAfter(size))}</span>;
}

function timesOf({ blob }: Result, size: ScanSize | null): number {
  return size === null ? 1 : blob.size / size.bytes;
}

function sizeAfter(size: ScanSize | null): string {
  if (size === null) return '';
  return size.isExact ? format.bytes(size.bytes) : `≈ ${format.bytes(size.bytes)}`;
}
