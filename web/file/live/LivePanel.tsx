import type { Job } from '../../jobs/job.ts';
import { NumberSlider } from '../../settings/NumberSlider.tsx';
import { DIMENSION_RANGE, QUALITY_RANGE } from '../../settings/settings.ts';
import { shownSide, typedSide } from '../../settings/typed-sizes.ts';
import { format } from '../../text/format.ts';
import { dimensionValueText } from '../../text/settings.ts';
import { more } from '../../text/spoken/more-words.ts';
import { words } from '../../text/words.ts';
import type { Live } from './use-live.ts';

const { live: text } = more;
const { settings } = words;
const SIDE_FIELD = { shown: shownSide, read: typedSide };

/** The two sliders of this file: the first page follows them, and the file where somebody says so. */
export function LivePanel(props: { readonly job: Job; readonly live: Live; readonly onUse: () => void }) {
  const { job, live, onUse } = props;
  const options = live.options ?? job.options;
  const set = (changed: Partial<typeof options>) => live.set({ ...options, ...changed });
  const { tried } = live;
  return (
    <section className="panel pad live" aria-label={text.title}>
      <h2>{text.title}</h2>
      <NumberSlider
        label={settings.quality}
        value={options.quality}
        range={QUALITY_RANGE}
        step={1}
        largeStep={10}
        onChange={(quality) => set({ quality })}
      />
      <NumberSlider
        label={settings.dimension}
        value={options.maxDimension}
        range={DIMENSION_RANGE}
        step={10}
        largeStep={100}
        unit={settings.dpi}
        typed={SIDE_FIELD}
        valueText={dimensionValueText}
        onChange={(maxDimension) => set({ maxDimension })}
      />
      <p className="hint" role="status">
        {live.options === null
          ? text.hint
          : tried === null
            ? text.trying
            : text.became(format.bytes(tried.before), format.bytes(tried.after))}
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
