import { docsWords } from '../text/docs.ts';

/** What comes back, as it looks on the wire. */
export function AnswerSamples({ names }: { readonly names: readonly string[] }) {
  return (
    <section aria-label={docsWords.answers}>
      <h2>{docsWords.answers}</h2>
      {names.map((name) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1)
        <pre key={name} tabIndex={0} className="docs-answer">
          {docsWords.answerExamples[name]}
        </pre>
      ))}
    </section>
  );
}
