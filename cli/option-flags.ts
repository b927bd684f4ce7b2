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
import type { FlagKind } from './terminal/flags.ts';

/** Flags of the options: `--quality N`; a switch is named for what it changes, so `--no-…` where the default is true. */
const OPTION_FLAGS: ReadonlyMap<string, OptionName> = new Map(
  OPTION_NAMES.map((option) => [
    DEFAULT_OPTIONS[option] === true ? `no-${kebab(option)}` : kebab(option),
    option,
  ]),
);

/** What each of these flags takes. */
export const OPTION_FLAG_KINDS: Readonly<Record<string, FlagKind>> = {
  preset: 'value',
  ...Object.fromEntries([...OPTION_FLAGS.keys()].map((flag) => [flag, flagKind(flag)])),
};

export type ReadOptions =
  | { readonly ok: true; readonly options: CompressOptions }
  /** A sentence for each option that is wrong. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** The options that flags ask for; the preset's for the rest. */
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
  if (!isKnown) faults.unshift(`--preset must be one of ${OPTION_SET_NAMES.join(', ')}, not "${preset}".`);
  return { ok: false, faults };
}

function flagKind(flag: string): FlagKind {
  return OPTION_SPECS[OPTION_FLAGS.get(flag)!].kind === 'boolean' ? 'switch' : 'value';
}

function optionTexts(flags: ReadonlyMap<string, string>): ReadonlyMap<OptionName, string> {
  const texts = new Map<OptionName, string>();
  for (const [flag, option] of OPTION_FLAGS) {
    const value = flags.get(flag);
    if (value === undefined) continue;
    texts.set(option, flagKind(flag) === 'switch' ? String(!DEFAULT_OPTIONS[option]) : value);
  }
  return texts;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
