import type { Job } from '../../jobs/job.ts';
import { SharpnessSliders } from '../../settings/SharpnessSliders.tsx';
import { format } from '../../text/format.ts';
import { more } from '../../text/i18n/more-words.ts';
import type { Live } from './use-live.ts';

const { live: text } = more;

/** The file's two sliders: the previewed page follows them, and the whole file on request. */
export function LivePanel(props: { readonly job: Job; readonly live: Live; readonly onUse: () => void }) {
  const { job, live, onUse } = props;
  const options = live.options ?? job.options;
  const { tried } = live;
  return (
    <section
      className="panel pad live"
      aria-label={text.title}
      onPointerEnter={live.wake}
      onFocus={live.wake}
    >
      <h2>{text.title}</h2>
      <SharpnessSliders value={options} onChange={(changed) => live.set({ ...options, ...changed })} />
      <p className="hint" role="status">
        {live.options === null
          ? text.hint
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
