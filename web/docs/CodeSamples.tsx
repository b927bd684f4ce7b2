import { Tabs } from '@base-ui/react/tabs';
import { useRef, useState } from 'react';
import { LANGUAGES, type Language } from '../text/api-call.ts';
import { docsWords } from '../text/docs.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import type { Endpoint } from './contract.ts';
import { sample } from './samples.ts';

/** The same call in each language, to be copied. */
export function CodeSamples({ endpoint }: { readonly endpoint: Endpoint }) {
  const [language, choose] = useState<Language>('curl');
  const source = useRef<HTMLElement>(null);
  const text = (one: Language) => sample(one, endpoint, location.origin);
  return (
    <Tabs.Root className="code" value={language} onValueChange={choose}>
      <div className="code-head">
        <Tabs.List className="docs-tabs" aria-label={docsWords.language}>
          {LANGUAGES.map((one) => (
            <Tabs.Tab key={one} className="docs-tab" value={one}>
              {docsWords.languages[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton className="btn" label={docsWords.copy} text={text(language)} source={source} />
      </div>
      {LANGUAGES.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1) */}
          <pre tabIndex={0}>
            <code ref={source}>{text(one)}</code>
          </pre>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
