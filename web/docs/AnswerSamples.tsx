import { docsWords } from '../text/docs.ts';
import { Code } from '../ui/code/Code.tsx';

/** Sample responses as sent. */
export function AnswerSamples({ names }: { readonly names: readonly string[] }) {
  return (
    <section aria-label={docsWords.answers}>
      <h2>{docsWords.answers}</h2>
      {names.map((name) => {
        const example = docsWords.answerExamples[name];
        if (example === undefined) return null;
        return (
          <div key={name} className="code docs-answer">
            <div className="code-head">{example.status}</div>
            <Code language="answer" text={example.text} />
          </div>
        );
      })}
    </section>
  );
}
