import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import type { Settings } from '../settings/settings.ts';
import { curlCall } from '../text/api-call.ts';
import { words } from '../text/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { lightName } from './result-names.ts';

/** The present settings as the call that gives the same bytes from a program. */
export function CodePanel({
  settings,
  fileName,
}: {
  readonly settings: Settings;
  readonly fileName: string;
}) {
  const source = useRef<HTMLElement>(null);
  const call = curlCall(location.origin, settings, fileName, lightName(fileName));
  return (
    <Collapsible.Root className="panel fold" defaultOpen>
      <Collapsible.Trigger className="fold-trigger">
        {words.code.title}
        <ChevronDown className="i" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">
        <div className="fold-body">
          <div className="code">
            <div className="code-head">
              <span>{words.code.language}</span>
              <CopyButton className="btn" text={call} label={words.code.copy} source={source} />
            </div>
            {/* Long lines scroll inside the box, so the box can be focused and scrolled by keyboard. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1) */}
            <pre tabIndex={0}>
              <code ref={source}>{call}</code>
            </pre>
          </div>
          <p className="hint">
            {words.code.keyHint} <code>{words.code.keyCommand}</code>
          </p>
        </div>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
