import { PasswordForm } from '../compress/rows/PasswordForm.tsx';
import { compareWords } from '../text/comparison/verification.ts';
import { problemText } from '../text/problems.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { asksForPassword } from '../worker/problem.ts';
import type { VerificationState } from './use-verification.ts';

/** Shown until there is a verdict, or if there can be none. */
export function WaitingPanel(props: {
  readonly state: VerificationState;
  /** Whether a password was already given. */
  readonly wasGiven: boolean;
  readonly onPassword: (password: string) => void;
}) {
  const { state } = props;
  if (state.kind === 'reading') {
    const text = compareWords.reading(state.done, state.total);
    return (
      <section className="panel pad compare-waiting">
        <p role="status">{text}</p>
        <ProgressBar
          label={compareWords.title}
          fraction={state.total === 0 ? 0 : state.done / state.total}
          text={text}
          size="tall"
        />
      </section>
    );
  }
  if (state.kind !== 'failed') return null;
  const { problem } = state;
  if (!asksForPassword(problem)) {
    return (
      <section className="panel pad compare-waiting" role="alert">
        <p>{problemText(problem).line}</p>
      </section>
    );
  }
  return (
    <section className="panel pad compare-waiting">
      <p>{compareWords.locked}</p>
      <PasswordForm
        name={compareWords.title}
        wasWrong={props.wasGiven}
        onPassword={props.onPassword}
        onSkip={null}
      />
    </section>
  );
}
