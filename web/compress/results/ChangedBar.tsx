import { Check } from 'lucide-react';
import { changedTitle, stayingText } from '../../text/changed.ts';
import { plural } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import './changed-bar.css';

const text = listWords.changed;

/** Visible while the settings differ from those of the results; afterwards it shows the outcome for a while. */
export function ChangedBar(props: {
  /** Files affected by the settings; 0: nothing to do. */
  readonly concerned: number;
  /** Files whose result stays. */
  readonly staying: number;
  readonly isUnderLimit: boolean;
  /** Outcome of the last run; null once it was shown long enough. */
  readonly done: string | null;
  readonly onUndo: () => void;
  readonly onGo: () => void;
}) {
  const { concerned, staying, isUnderLimit, done } = props;
  if (concerned === 0) {
    // Always rendered, so that screen readers announce its text.
    return (
      <div className={done === null ? 'sr' : 'changed done'} role="status">
        {done !== null && (
          <p>
            <Check className="i" aria-hidden />
            {done}
          </p>
        )}
      </div>
    );
  }
  const staysText = stayingText(staying, isUnderLimit);
  return (
    <section className="changed" aria-label={text.region}>
      <p role="status">
        {changedTitle(concerned)}
        {staysText && <small>{staysText}</small>}
      </p>
      <button type="button" className="btn quiet" onClick={props.onUndo}>
        {text.undo}
      </button>
      <button type="button" className="btn" onClick={props.onGo}>
        {text.go(plural(concerned, 'file'))}
      </button>
    </section>
  );
}
