import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { presetOf } from '../options/settings.ts';
import { settingsSummary } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { useMedia, WIDE } from '../ui/use-media.ts';
import { Controls, type UsedSharpness } from './Controls.tsx';
import { presetEstimates } from './preset-estimates.ts';
import type { SettingsControl } from './use-settings.ts';

const text = words.settings;

interface PanelProps {
  readonly control: SettingsControl;
  readonly moment: 'start' | 'working' | 'results';
  /** Image settings used within the current limit; null without a result for it. */
  readonly used: UsedSharpness | null;
}

/** The same panel in all three states; collapsed below the files if there is no room beside them. */
export function SettingsPanel({ control, moment, used }: PanelProps) {
  const titleId = useId();
  const isWide = useMedia(WIDE);
  const title = moment === 'results' ? text.again : text.title;
  const isCustom = presetOf(control.settings) === null;
  const controls = (
    <>
      <MomentHint moment={moment} />
      <PanelControls {...control} used={used} />
    </>
  );

  if (isWide) {
    return (
      <aside className="panel settings" aria-labelledby={titleId}>
        <div className="pad">
          <div className="settings-title">
            <h2 id={titleId}>{title}</h2>
            {isCustom && <span className="badge plain">{text.custom}</span>}
          </div>
          {controls}
        </div>
      </aside>
    );
  }
  return (
    <Collapsible.Root className="panel settings fold" render={<aside aria-labelledby={titleId} />}>
      <Collapsible.Trigger className="fold-trigger">
        <span>
          <span id={titleId}>{title}</span>
          <span className="fold-summary">{settingsSummary(control.settings)}</span>
        </span>
        <ChevronDown className="i" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">
        <div className="pad">{controls}</div>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

function MomentHint({ moment }: { readonly moment: PanelProps['moment'] }): ReactNode {
  if (moment === 'start') return null;
  return <p className="hint moment-hint">{moment === 'working' ? text.duringRun : text.againHint}</p>;
}

function PanelControls(props: SettingsControl & { readonly used: UsedSharpness | null }) {
  const { settings, change, used } = props;
  const estimates = useSyncExternalStore(presetEstimates.subscribe, presetEstimates.state);
  return <Controls settings={settings} change={change} used={used} estimates={estimates} keeping={props} />;
}
