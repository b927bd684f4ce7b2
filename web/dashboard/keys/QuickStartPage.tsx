import { useRef } from 'react';
import { Link } from 'wouter';
import { words } from '../../text/dashboard/general.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { KEY_IN_ENVIRONMENT, RESULT_HEADERS, type Snippet, snippets } from './snippets.ts';

const { quickStart: text } = words;

/** The first request, with the address of this very server. */
export function QuickStartPage() {
  return (
    <>
      <PageTitle
        title={words.pages.quickStart}
        lead={
          <>
            {text.lead} <Link href="/docs">{text.docs}</Link>
          </>
        }
      />
      <div className="stack apart">
        <section className="panel pad step">
          <div>
            <h2>{text.step1}</h2>
            <p className="hint">
              {text.step1Before} <Link href="/dashboard/keys">{text.step1Link}</Link>. {text.step1After}
            </p>
          </div>
          <code className="boxed">{KEY_IN_ENVIRONMENT}</code>
        </section>
        <section className="stack" aria-labelledby="send-a-pdf">
          <h2 id="send-a-pdf">{text.step2}</h2>
          {snippets(location.origin).map((snippet) => (
            <CodeBlock key={snippet.language} snippet={snippet} />
          ))}
        </section>
        <section className="panel pad step">
          <div>
            <h2>{text.step3}</h2>
            <p className="hint">{text.step3Text}</p>
          </div>
          <dl className="headers">
            {RESULT_HEADERS.map(([name, value]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd className="num">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}

function CodeBlock({ snippet: { language, code } }: { readonly snippet: Snippet }) {
  const source = useRef<HTMLElement>(null);
  return (
    <div className="code">
      <div className="code-head">
        <span>{language}</span>
        <CopyButton className="btn" text={code} label={text.copy} about={language} source={source} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code ref={source}>{code}</code>
      </pre>
    </div>
  );
}
