import type { FlagKind } from '../library/terminal/flags.ts';
import { nearestName } from '../library/terminal/nearest-name.ts';
import {
  type CompressOptions,
  DEFAULT_OPTIONS,
  DEFAULT_PRESET,
  isOptionSetName,
  OPTION_NAMES,
  OPTION_SET_NAMES,
  OPTION_SETS,
  OPTION_SPECS,
  type OptionName,
  parseOptionTexts,
} from '../shared/index.ts';

/** The flag of an option: `--quality N`. A switch is named for the change it makes: `--no-…` if the default is true. */
export function optionFlagName(option: OptionName): string {
  return DEFAULT_OPTIONS[option] === true ? `no-${kebab(option)}` : kebab(option);
}

/** The flag kinds, for parsers without a command's flag table. Switches of a preset can be turned off too. */
export const OPTION_FLAG_KINDS: Readonly<Record<string, FlagKind>> = Object.fromEntries(
  OPTION_NAMES.flatMap((option): [string, FlagKind][] => {
    const name = kebab(option);
    if (OPTION_SPECS[option].kind !== 'boolean') return [[name, 'value']];
    return [name, `no-${name}`].map((flag) => [flag, 'switch']);
  }),
);

export type ReadOptions =
  | { readonly ok: true; readonly options: CompressOptions }
  /** One sentence for each invalid option. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Reads the options from flags. The preset supplies the rest. */
export function optionsFrom(flags: ReadonlyMap<string, string>): ReadOptions {
  const preset = flags.get('preset') ?? DEFAULT_PRESET;
  const isKnown = isOptionSetName(preset);
  const parsed = parseOptionTexts(optionTexts(flags), isKnown ? OPTION_SETS[preset] : DEFAULT_OPTIONS);
  if (parsed.ok && isKnown) return parsed;
  const faults = parsed.ok
    ? []
    : parsed.issues.map(
        ({ field, value, expected }) => `--${kebab(field)} must be ${expected}, not "${value}".`,
      );
  if (!isKnown) {
    const meant = OTHER_PRESETS.get(preset.toLowerCase()) ?? nearestName(preset, OPTION_SET_NAMES);
    const hint = meant === null ? '' : ` Did you mean ${meant}?`;
    faults.unshift(`--preset must be one of ${OPTION_SET_NAMES.join(', ')}, not "${preset}".${hint}`);
  }
  return { ok: false, faults };
}

/** Our presets for those of Ghostscript and others. */
const OTHER_PRESETS: ReadonlyMap<string, string> = new Map([
  ['screen', 'small'],
  ['ebook', 'balanced'],
  ['printer', 'sharp'],
  ['prepress', 'lossless'],
]);

function optionTexts(flags: ReadonlyMap<string, string>): ReadonlyMap<OptionName, string> {
  const texts = new Map<OptionName, string>();
  for (const option of OPTION_NAMES) {
    const value = flags.get(kebab(option));
    if (value !== undefined) texts.set(option, OPTION_SPECS[option].kind === 'boolean' ? 'true' : value);
    else if (flags.has(`no-${kebab(option)}`)) texts.set(option, 'false');
  }
  return texts;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
