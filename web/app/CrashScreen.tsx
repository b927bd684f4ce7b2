import { Component, type ReactNode } from 'react';
import { words } from '../text/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { crashReport } from '../worker/thrown.ts';

interface State {
  readonly report: string | null;
}

/** Shown only for a bug in the page itself; a file's problem stays in its row. */
export class CrashScreen extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { report: null };

  static getDerivedStateFromError(thrown: unknown): State {
    return { report: crashReport(thrown) };
  }

  override render() {
    const { report } = this.state;
    if (report === null) return this.props.children;
    return (
      <main className="page">
        <section className="panel planned" role="alert">
          <h1>{words.crash.title}</h1>
          <p>{words.crash.text}</p>
          <div className="row">
            <button type="button" className="btn main" onClick={() => location.reload()}>
              {words.crash.reload}
            </button>
            <CopyButton className="btn" text={report} label={words.crash.copyReport} />
          </div>
        </section>
      </main>
    );
  }
}
