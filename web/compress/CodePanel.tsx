import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import { readStored, writeStored } from '../device/safe-local-storage.ts';
import { lightName } from '../jobs/result-names.ts';
import { apiCall, type Language } from '../text/api-call.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { words } from '../text/words.ts';
import { CodeTabs } from '../ui/code/CodeTabs.tsx';

const text = { ...listWords.code, language: words.code.language };

/** Whether the user opened the panel; closed otherwise. */
const OPEN_KEY = 'pagelight.code';

/** Shows the API call that gives the same bytes with the current settings. */
export function CodePanel({
  options,
  fileName,
}: {
  readonly options: CompressOptions;
  readonly fileName: string;
}) {
  const [isOpen, setIsOpen] = useState(() => readStored(OPEN_KEY) !== null);
  const outputName = lightName(fileName);
  const call = (language: Language) =>
    apiCall(language, { origin: location.origin, options, inputName: fileName, outputName });
  return (
    <Collapsible.Root
      className="panel fold for-keyboards"
      open={isOpen}
      onOpenChange={(isOpen) => {
        setIsOpen(isOpen);
        writeStored(OPEN_KEY, isOpen ? 'open' : null);
      }}
    >
      <Collapsible.Trigger className="fold-trigger">
        {text.title}
        <ChevronDown className="i" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">
        <div className="fold-body">
          <CodeTabs call={call} words={text} />
          <p className="hint">
            {text.keyHint} <Link href="/dashboard/keys">{text.keyLink}</Link>
          </p>
        </div>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
