import { useEffect, useRef } from 'react';
import { type Job, resultOf, savedSize } from '../../jobs/job.ts';
import { backTo } from '../../text/file.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { more } from '../../text/i18n/more-words.ts';
import { FileControls } from './FileControls.tsx';
import type { Live } from './use-live.ts';
import { useSizeEstimate } from './use-size-estimate.ts';

const { live: text } = more;

/** Fragment of a link that leads to this panel. */
const SETTINGS_HASH = '#settings';

/** The settings of this file: the page in view follows them, and the file once they are used. */
export function LivePanel(props: {
  readonly job: Job;
  readonly live: Live;
  /** The file is being made: the panel stays where it is, and waits. */
  readonly isBusy: boolean;
  readonly onUse: () => void;
  /** Returns to the settings of all files; null if the file has those. */
  readonly onShare: (() => void) | null;
}) {
  const { job, live, onUse, onShare } = props;
  const options = live.options ?? job.options;
  const { tried } = live;
  const limit = options.targetSize;
  const size = useSizeEstimate(job, limit > 0 ? null : live.options);
  const result = resultOf(job);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (location.hash === SETTINGS_HASH) heading.current?.focus();
  }, []);
  const becomes = () => {
    if (limit > 0) return listWords.row.underLimit(format.limit(limit));
    return size === null ? '–' : `≈ ${format.bytes(size)}`;
  };
  return (
    <section
      className="panel pad live"
      inert={props.isBusy}
      aria-label={listWords.row.settings}
      onPointerEnter={live.wake}
      onFocus={live.wake}
    >
      <h2 ref={heading} tabIndex={-1}>
        {listWords.row.settings}
      </h2>
      {/* Present before the first step, too: otherwise the slider would move away from the pointer. */}
      {result !== null && (
        <p className="live-size num">
          {live.options === null
            ? format.bytes(savedSize(result))
            : text.instead(becomes(), format.bytes(savedSize(result)))}
        </p>
      )}
      <FileControls job={job} options={options} onChange={live.set} />
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
            {backTo(job.options, live.options)}
          </button>
        </div>
      )}
      {live.options === null && onShare !== null && (
        <button type="button" className="btn quiet sm" onClick={onShare}>
          {listWords.ownSettings.share}
        </button>
      )}
    </section>
  );
}
