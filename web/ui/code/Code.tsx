import './code.css';
import type { Ref } from 'react';
import { type CodeLanguage, tokens } from './tokens.ts';

/** Syntax-highlighted code, inside an element of class `code`. Selecting it gives the plain text. */
export function Code(props: {
  readonly language: CodeLanguage;
  readonly text: string;
  /** Element with the text, for copying. */
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
