import { words } from '../text/words.ts';

/** Says what to do meanwhile where a page is planned but not built. */
export function PlannedPage(props: {
  readonly title: string;
  readonly text: string;
  readonly command: string;
  readonly more: string;
}) {
  return (
    <section className="panel planned" aria-labelledby="planned-title">
      <h1 id="planned-title">{props.title}</h1>
      <p>{props.text}</p>
      <div className="code">
        <pre>
          <code>{props.command}</code>
        </pre>
      </div>
      <p className="hint">{props.more}</p>
      <a className="btn main" href="/">
        {words.planned.back}
      </a>
    </section>
  );
}
