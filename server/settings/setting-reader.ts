import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import {
  type ChoiceOf,
  FORMER_NAMES,
  type IntegerSetting,
  SETTING_SPECS,
  type SettingName,
  type SettingOf,
  type SettingSpec,
} from './setting-specs.ts';
import { type UnknownSetting, unknownSettings } from './unknown-settings.ts';

/** Reads settings by their specifications. Empty variables count as unset. Invalid ones are collected. */
export class SettingReader {
  readonly #env: NodeJS.ProcessEnv;
  readonly #issues: string[] = [];
  readonly #renamed: UnknownSetting[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Variables that other programs define, such as the role of a container. */
  get environment(): Readonly<Record<string, string | undefined>> {
    return this.#env;
  }

  /** Records an invalid setting, in a sentence that names its variable. */
  refuse(issue: string): void {
    this.#issues.push(issue);
  }

  text(name: SettingOf<'text'>): string {
    return this.#value(name) || SETTING_SPECS[name].default;
  }

  /**
   * @param fallback the default, for a setting whose specification has none
   * @param least a minimum that depends on other settings
   */
  integer(name: SettingOf<'integer'>, fallback = defaultOf(name), least?: number): number {
    const spec = SETTING_SPECS[name];
    const min = least ?? spec.min;
    const value = this.#value(name) || String(fallback);
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= spec.max) return number;
    this.refuse(`${name} must be an integer from ${min} to ${spec.max}, not "${value}".`);
    return fallback;
  }

  choice<Name extends SettingOf<'choice'>>(name: Name, fallback?: ChoiceOf<Name>): ChoiceOf<Name> {
    const { choices, default: byDefault }: SettingSpec & { readonly kind: 'choice' } = SETTING_SPECS[name];
    const value = this.#value(name) || (fallback ?? byDefault);
    if (!choices.some((choice) => choice === value))
      this.refuse(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
    // The cast: any other value was refused, and then no configuration comes of it.
    return value as ChoiceOf<Name>;
  }

  secret(name: SettingOf<'secret' | 'address'>): string {
    const path = this.#env[`${name}_FILE`]?.trim() ?? '';
    const value = this.#env[name] ?? '';
    if (path === '') return value;
    if (value !== '') this.refuse(`${name} and ${name}_FILE are both set; use one.`);
    try {
      return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.refuse(`${name}_FILE is "${path}", which cannot be read: ${code}.`);
      return '';
    }
  }

  /** A URL. It may contain a password: never print it. */
  address(name: SettingOf<'address'>): string | undefined {
    const { schemes }: { readonly schemes: readonly string[] } = SETTING_SPECS[name];
    const value = this.secret(name).trim();
    if (value === '') return undefined;
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value;
    const shown = schemes.map((scheme) => `${scheme}//`).join(' or ');
    this.refuse(`${name} must be an address that begins with ${shown}.`);
    return undefined;
  }

  /**
   * Variables whose names resemble a setting's, and those with a former name.
   *
   * @throws ConfigError if a setting is invalid
   */
  end(): { readonly misspelled: readonly UnknownSetting[]; readonly renamed: readonly UnknownSetting[] } {
    if (this.#issues.length > 0) throw new ConfigError(this.#issues);
    return { misspelled: unknownSettings(Object.keys(this.#env), KNOWN_NAMES), renamed: this.#renamed };
  }

  #value(name: SettingName): string {
    const value = this.#env[name]?.trim();
    if (value) return value;
    const former = FORMER_NAMES[name];
    const formerValue = former === undefined ? undefined : this.#env[former]?.trim();
    if (former === undefined || !formerValue) return '';
    this.#renamed.push({ name: former, suggestion: name });
    return formerValue;
  }
}

/** Every variable that is read, former names included. */
const KNOWN_NAMES: ReadonlySet<string> = new Set(
  Object.entries(SETTING_SPECS).flatMap(([name, { kind }]) => [
    name,
    FORMER_NAMES[name as SettingName] ?? name,
    ...(kind === 'secret' || kind === 'address' ? [`${name}_FILE`] : []),
  ]),
);

function defaultOf(name: SettingOf<'integer'>): number {
  const { default: byDefault }: IntegerSetting = SETTING_SPECS[name];
  if (byDefault === undefined) throw new Error(`the default of ${name} depends on others`);
  return byDefault;
}
