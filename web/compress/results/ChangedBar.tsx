import { Check } from 'lucide-react';
import { changedTitle, stayingText } from '../../text/fit.ts';
import { plural } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';

const text = listWords.changed;

/** Stays in sight while the settings are others than those of the results; then says what came of it, for a while. */
export function ChangedBar(props: {
  /** Files that the settings concern; none: nothing to do. */
  readonly concerned: number;
  /** Files with a result that stays. */
  readonly staying: number;
  readonly isUnderLimit: boolean;
  /** What came of the last run; null when that was said long enough. */
  readonly done: string | null;
  readonly onUndo: () => void;
  readonly onGo: () => void;
}) {
  const { concerned, staying, isUnderLimit, done } = props;
  if (concerned === 0) {
    // Always there, so that what it says is heard.
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
