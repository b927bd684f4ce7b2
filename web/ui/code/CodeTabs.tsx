import { Tabs } from '@base-ui/react/tabs';
import { useRef } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../text/api-call.ts';
import { CopyButton } from '../CopyButton.tsx';
import { Code } from './Code.tsx';
import { useChosenLanguage } from './chosen-language.ts';

interface CodeTabsWords {
  /** Name of the choice. */
  readonly language: string;
  readonly copy: string;
}

/** The same call in each language, for copying. */
export function CodeTabs(props: {
  readonly call: (language: Language) => string;
  readonly words: CodeTabsWords;
  /** Languages that have this call; the first is shown if the chosen one does not. */
  readonly languages?: readonly [Language, ...Language[]];
}) {
  const [chosen, choose] = useChosenLanguage();
  const source = useRef<HTMLElement>(null);
  const { words, languages = LANGUAGES } = props;
  const language = languages.find((one) => one === chosen) ?? languages[0];
  const text = props.call(language);
  return (
    <Tabs.Root className="code" value={language} onValueChange={choose}>
      <div className="code-head">
        <Tabs.List className="code-tabs" aria-label={words.language}>
          {languages.map((one) => (
            <Tabs.Tab key={one} className="code-tab" value={one}>
              {LANGUAGE_NAMES[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton className="btn" label={words.copy} text={text} source={source} />
      </div>
      <Tabs.Panel value={language}>
        <Code language={language} text={text} source={source} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
