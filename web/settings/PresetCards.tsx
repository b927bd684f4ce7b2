import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import type { PresetName } from '../../shared/index.ts';
import { PRESET_NAMES } from '../options/settings.ts';
import { PRESET_WORDS } from '../text/settings.ts';
import { words } from '../text/words.ts';
import type { PresetEstimates } from './preset-estimates.ts';

/** The presets, from nothing lost to most; none is selected with custom settings. */
export function PresetCards(props: {
  readonly chosen: PresetName | null;
  /** Each preset's estimate; null without files. */
  readonly estimates: PresetEstimates | null;
  readonly onChoose: (name: PresetName) => void;
}) {
  const id = useId();
  return (
    <RadioGroup
      className="cards"
      aria-label={words.settings.preset}
      value={props.chosen}
      onValueChange={(name) => name !== null && props.onChoose(name)}
    >
      {PRESET_NAMES.map((name) => (
        <Radio.Root
          key={name}
          value={name}
          className="card"
          aria-labelledby={`${id}-${name}`}
          aria-describedby={`${id}-${name}-use ${id}-${name}-size`}
        >
          <b id={`${id}-${name}`}>{PRESET_WORDS[name].name}</b>
          <small id={`${id}-${name}-use`}>{PRESET_WORDS[name].use}</small>
          {props.estimates && (
            <span className="num guess" id={`${id}-${name}-size`}>
              {props.estimates.texts[name] ?? <i />}
            </span>
          )}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
