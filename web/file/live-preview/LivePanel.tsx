import { type Job, resultOf, savedSize } from '../../jobs/job.ts';
import { SharpnessSliders } from '../../settings/SharpnessSliders.tsx';
import { format } from '../../text/format.ts';
import { more } from '../../text/i18n/more-words.ts';
import type { Live } from './use-live.ts';
import { useSizeEstimate } from './use-size-estimate.ts';

const { live: text } = more;

/** The two sliders of this file: the page in view follows them, and the file where somebody says so. */
export function LivePanel(props: {
  readonly job: Job;
  readonly live: Live;
  /** The file is being made: the panel stays where it is, and waits. */
  readonly isBusy: boolean;
  readonly onUse: () => void;
}) {
  const { job, live, onUse } = props;
  const options = live.options ?? job.options;
  const { tried } = live;
  const size = useSizeEstimate(job, live.options);
  const result = resultOf(job);
  return (
    <section
      className="panel pad live"
      inert={props.isBusy}
      aria-label={text.title}
      onPointerEnter={live.wake}
      onFocus={live.wake}
    >
      <h2>{text.title}</h2>
      {live.options !== null && result !== null && (
        <p className="live-size num">
          {text.instead(size === null ? '–' : `≈ ${format.bytes(size)}`, format.bytes(savedSize(result)))}
        </p>
      )}
      <SharpnessSliders value={options} onChange={(changed) => live.set({ ...options, ...changed })} />
      <p className="hint" role="status">
        {live.options === null
          ? text.hint(live.page)
          : tried === null
            ? text.trying(live.page)
            : text.became(format.bytes(tried.before), format.bytes(tried.after), live.page)}
      </p>
      {live.options !== null && (
        <div className="row">
          <button type="button" className="btn main sm" onClick={onUse}>
            {text.use}
          </button>
          <button type="button" className="btn quiet sm" onClick={live.leave}>
            {text.leave}
          </button>
        </div>
      )}
    </section>
  );
}
