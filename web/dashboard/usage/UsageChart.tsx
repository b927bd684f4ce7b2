import { type KeyboardEvent, useRef, useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { format } from '../../text/format.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import { dayText } from './dates.ts';
import { compressedBytes, type Scale, scaleFor, type Totals } from './usage-data.ts';

const { usage: text } = words;

const MAX_LABELS = 5;

type Day = Totals & { readonly day: string };

/**
 * Output and saved bytes, stacked, since their sum is the input; requests below. One tab stop: arrow keys move between
 * days. A table below has the same numbers.
 */
export function UsageChart({ days }: { readonly days: readonly Day[] }) {
  const scale = scaleFor(Math.max(...days.map(({ bytesOut, bytesSaved }) => bytesOut + bytesSaved)));
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  return (
    <figure className="panel pad chart-panel">
      <figcaption>
        <h2>{text.perDay}</h2>
        <p className="key">
          <span>
            <i className="left" />
            {text.sentBack}
          </span>
          <span>
            <i className="saved" />
            {text.saved}
          </span>
          <span>
            <i className="requests" />
            {text.requests}
          </span>
        </p>
      </figcaption>
      {/* Time runs left to right in every language, as in the tables. */}
      <div className="chart" dir="ltr">
        <Axis scale={scale} />
        <Bars days={days} scale={scale} />
        <div className="req" aria-hidden>
          {days.map(({ day, requests }) => (
            <i
              className="req-day"
              key={day}
              style={customProperties({ '--of': percentLength(requests / most) })}
            />
          ))}
        </div>
        <div className={days.length > MAX_LABELS ? 'x' : 'x each'} aria-hidden>
          {labelled(days).map(({ day }) => (
            <span key={day} dir="auto">
              {dayText(day)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

function Axis({ scale }: { readonly scale: Scale }) {
  return (
    <div className="y" aria-hidden>
      {[0, 1, 2, 3].map((step) => (
        <span className="tick" key={step} style={customProperties({ '--at': percentLength(step / 3) })}>
          {step === 0 ? '0' : format.bytes(step * scale.step).replace(/[.,]0(?=\D)/, '')}
        </span>
      ))}
    </div>
  );
}

/** The day that each arrow key moves to. */
const MOVES: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowLeft: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  Home: () => 0,
  End: (_from, last) => last,
};

function Bars({ days, scale }: { readonly days: readonly Day[]; readonly scale: Scale }) {
  const last = days.length - 1;
  const [stop, setStop] = useState(last);
  const [shown, setShown] = useState<number | null>(null);
  const plot = useRef<HTMLFieldSetElement>(null);
  const current = Math.min(stop, last);

  const move = (event: KeyboardEvent) => {
    const next = MOVES[event.key]?.(current, last);
    if (next === undefined) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, next));
    setStop(index);
    plot.current?.querySelectorAll('button')[index]?.focus();
  };
  return (
    <fieldset className="plot" ref={plot} aria-label={text.chart} onMouseLeave={() => setShown(null)}>
      {days.map((day, index) => (
        <button
          key={day.day}
          type="button"
          tabIndex={index === current ? 0 : -1}
          aria-label={barLabel(day)}
          style={customProperties({
            '--saved': percentLength(day.bytesSaved / scale.top),
            '--out': percentLength(day.bytesOut / scale.top),
          })}
          onKeyDown={move}
          onFocus={() => {
            setStop(index);
            setShown(index);
          }}
          onBlur={() => setShown(null)}
          onMouseEnter={() => setShown(index)}
        >
          {index === shown && <Tip day={day} isLate={index > last / 2} />}
          <span className="plot-saved" />
          <span className="plot-out" />
        </button>
      ))}
    </fieldset>
  );
}

function barLabel(day: Day): string {
  return text.barLabel(
    dayText(day.day),
    words.requestsMade(day.requests),
    format.bytes(compressedBytes(day)),
    format.bytes(day.bytesOut),
  );
}

/** Placed on the side with more room. */
function Tip({ day, isLate }: { readonly day: Day; readonly isLate: boolean }) {
  const lines = [
    [text.received, format.bytes(compressedBytes(day))],
    [text.sentBack, format.bytes(day.bytesOut)],
    [text.saved, format.bytes(day.bytesSaved)],
    [text.requests, format.count(day.requests)],
  ] as const;
  return (
    <span className={isLate ? 'tip late' : 'tip'}>
      <b>{dayText(day.day)}</b>
      {lines.map(([name, value]) => (
        <span key={name}>
          <span>{name}</span> {value}
        </span>
      ))}
    </span>
  );
}

/** Five evenly spaced days, or all of a short period. */
function labelled(days: readonly Day[]): readonly Day[] {
  const labels = Math.min(MAX_LABELS, days.length);
  return Array.from(
    { length: labels },
    (_, n) => days[Math.round((n * (days.length - 1)) / (labels - 1 || 1))]!,
  );
}
