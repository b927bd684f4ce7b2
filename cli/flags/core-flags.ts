import { DEFAULT_PRESET, OPTION_NAMES, OPTION_SPECS, type OptionName, PRESETS } from '../../shared/index.ts';
import { OPTION_TEXTS } from '../../shared/text/option-texts.ts';
import { optionFlagName } from '../option-flags.ts';
import type { Flag } from './flag.ts';

/** The core's options as flags. Options that are not given come from the preset. */
export function coreFlags(options: readonly OptionName[]): readonly Flag[] {
  return options.map((option) => {
    const spec = OPTION_SPECS[option];
    const name = optionFlagName(option);
    const { short, flag: says = short } = OPTION_TEXTS[option];
    if (spec.kind === 'boolean') return { name, says };
    if (spec.kind === 'choice') return { name, value: 'WORD', choices: spec.words, says };
    return { name, value: 'unit' in spec ? 'SIZE' : 'N', says };
  });
}

/** All core options, with their values in the default preset. */
export function coreFlagsWithDefaults(): readonly Flag[] {
  return coreFlags(OPTION_NAMES).map((flag, index) => {
    const byDefault = PRESETS[DEFAULT_PRESET][OPTION_NAMES[index]!];
    return typeof byDefault === 'boolean' ? flag : { ...flag, says: `${flag.says} (default: ${byDefault})` };
  });
}
