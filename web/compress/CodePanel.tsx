import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import { lightName } from '../jobs/result-names.ts';
import { apiCall, type Language } from '../text/api-call.ts';
import { words } from '../text/words.ts';
import { CodeTabs } from '../ui/code/CodeTabs.tsx';
import { useMedia, WIDE } from '../ui/use-media.ts';

/** Shows the API call that gives the same bytes with the current settings. */
export function CodePanel({
  options,
  fileName,
}: {
  readonly options: CompressOptions;
  readonly fileName: string;
}) {
  const isWide = useMedia(WIDE);
  const outputName = lightName(fileName);
  const call = (language: Language) =>
    apiCall(language, { origin: location.origin, options, inputName: fileName, outputName });
  return (
    <Collapsible.Root className="panel fold for-keyboards" defaultOpen={isWide}>
      <Collapsible.Trigger className="fold-trigger">
        {words.code.title}
        <ChevronDown className="i" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">
        <div className="fold-body">
          <CodeTabs call={call} words={words.code} />
          <p className="hint">
            {words.code.keyHint} <Link href="/dashboard/keys">{words.code.keyLink}</Link>
          </p>
        </div>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
