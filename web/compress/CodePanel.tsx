import { Collapsible } from '@base-ui/react/collapsible';
import { Tabs } from '@base-ui/react/tabs';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import { lightName } from '../jobs/result-names.ts';
import { apiCall, LANGUAGES, type Language } from '../text/api-call.ts';
import { words } from '../text/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useMedia, WIDE } from '../ui/use-media.ts';

/** The present settings as the call that gives the same bytes from a program. */
export function CodePanel({
  options,
  fileName,
}: {
  readonly options: CompressOptions;
  readonly fileName: string;
}) {
  const source = useRef<HTMLElement>(null);
  const [language, setLanguage] = useState<Language>('curl');
  const isWide = useMedia(WIDE);
  const call = apiCall(language, {
    origin: location.origin,
    options,
    inputName: fileName,
    outputName: lightName(fileName),
  });
  return (
    <Collapsible.Root className="panel fold for-keyboards" defaultOpen={isWide}>
      <Collapsible.Trigger className="fold-trigger">
        {words.code.title}
        <ChevronDown className="i" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">
        <div className="fold-body">
          <Tabs.Root className="code" value={language} onValueChange={setLanguage}>
            <div className="code-head">
              <Tabs.List className="code-tabs" aria-label={words.code.language}>
                {LANGUAGES.map((name) => (
                  <Tabs.Tab key={name} value={name} className="code-tab">
                    {words.code.languages[name]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <CopyButton className="btn" text={call} label={words.code.copy} source={source} />
            </div>
            <Tabs.Panel value={language} className="code-panel">
              {/* Long lines scroll inside the box, so the box can be focused and scrolled by keyboard. */}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1) */}
              <pre tabIndex={0} dir="ltr">
                <code ref={source}>{call}</code>
              </pre>
            </Tabs.Panel>
          </Tabs.Root>
          <p className="hint">
            {words.code.keyHint} <Link href="/dashboard/keys">{words.code.keyLink}</Link>
          </p>
        </div>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
