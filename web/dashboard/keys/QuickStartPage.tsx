import { Link } from 'wouter';
import { firstCall, keyInEnvironment } from '../../text/api-call.ts';
import { words } from '../../text/dashboard/general.ts';
import { words as pageWords } from '../../text/words.ts';
import { Code } from '../../ui/code/Code.tsx';
import { CodeTabs } from '../../ui/code/CodeTabs.tsx';
import { useChosenLanguage } from '../../ui/code/chosen-language.ts';
import { PageTitle } from '../PageTitle.tsx';

const { quickStart: text } = words;

/** Sample response headers. */
const RESULT_HEADERS = `X-Original-Size: 48612904
X-Compressed-Size: 11204118
X-Compression-Ratio: 0.230476`;

/** The first request, with this server's URL. */
export function QuickStartPage() {
  const [language] = useChosenLanguage();
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
          <div className="code">
            <Code language={language} text={keyInEnvironment(language)} />
          </div>
        </section>
        <section className="stack" aria-labelledby="send-a-pdf">
          <h2 id="send-a-pdf">{text.step2}</h2>
          <CodeTabs
            call={(one) => firstCall(one, location.origin)}
            words={{ ...pageWords.code, copy: text.copy }}
          />
        </section>
        <section className="panel pad step">
          <div>
            <h2>{text.step3}</h2>
            <p className="hint">{text.step3Text}</p>
          </div>
          <div className="code">
            <Code language="answer" text={RESULT_HEADERS} />
          </div>
        </section>
      </div>
    </>
  );
}
