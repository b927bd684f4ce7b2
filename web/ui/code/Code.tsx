import './code.css';
import type { Ref } from 'react';
import { type CodeLanguage, tokens } from './tokens.ts';

/** A text for programs with its parts in colour, inside what has the class `code`. Selected, it is the plain text. */
export function Code(props: {
  readonly language: CodeLanguage;
  readonly text: string;
  /** Where the text stands, for who copies it. */
  readonly source?: Ref<HTMLElement>;
}) {
  return (
    // Long lines scroll inside the box, so the box can be focused and scrolled by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1)
    <pre tabIndex={0} dir="ltr">
      <code ref={props.source}>
        {tokens(props.language, props.text).map(({ kind, text, start }) =>
          kind === null ? (
            text
          ) : (
            <span key={start} className={`token-${kind}`}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
  );
}
