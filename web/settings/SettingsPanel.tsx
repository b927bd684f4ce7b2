import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { settingsSummary } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { useMedia, WIDE } from '../ui/use-media.ts';
import { Controls } from './Controls.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import { presetOf } from './settings.ts';
import type { SettingsControl } from './use-settings.ts';

const text = words.settings;

interface PanelProps {
  readonly control: SettingsControl;
  readonly moment: 'start' | 'working' | 'results';
  readonly onCompressAgain: () => void;
  /** Null when there is no run to go back from. */
  readonly onGoBack: (() => void) | null;
}

/** The same panel in all three moments; folded under the files where there is no room beside them. */
export function SettingsPanel(props: PanelProps) {
  const { control, moment } = props;
  const titleId = useId();
  const isWide = useMedia(WIDE);
  const title = moment === 'results' ? text.again : text.title;
  const isCustom = presetOf(control.settings) === null;

  if (isWide) {
    return (
      <aside className="panel settings" aria-labelledby={titleId}>
        <div className="pad">
          <div className="settings-title">
            <h2 id={titleId}>{title}</h2>
            {isCustom && <span className="badge plain">{text.custom}</span>}
          </div>
          <MomentHint moment={moment} />
          <PanelControls {...control} />
        </div>
        <Again {...props} />
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
        <div className="pad">
          <MomentHint moment={moment} />
          <PanelControls {...control} />
        </div>
        <Again {...props} />
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

function MomentHint({ moment }: { readonly moment: PanelProps['moment'] }): ReactNode {
  if (moment === 'start') return null;
  return <p className="hint moment-hint">{moment === 'working' ? text.duringRun : text.againHint}</p>;
}

function PanelControls({ settings, change, isKept, keep }: SettingsControl) {
  return (
    <Controls settings={settings} change={change}>
      <SwitchRow label={text.keep} checked={isKept} onChange={keep} />
    </Controls>
  );
}

function Again({ moment, onCompressAgain, onGoBack }: PanelProps): ReactNode {
  if (moment !== 'results') return null;
  return (
    <div className="pad again">
      <button type="button" className="btn main wide" onClick={onCompressAgain}>
        {text.compressAgain}
      </button>
      {onGoBack && (
        <button type="button" className="btn quiet wide" onClick={onGoBack}>
          {words.save.back}
        </button>
      )}
      <p className="hint">{text.untilReady}</p>
    </div>
  );
}
