/** Values of flags, with a sentence for each that is wrong. */
export class FlagValues {
  readonly faults: string[];
  readonly #flags: ReadonlyMap<string, string>;

  /** @param faults those found so far */
  constructor(flags: ReadonlyMap<string, string>, faults: readonly string[]) {
    this.#flags = flags;
    this.faults = [...faults];
  }

  addFaults(sentences: readonly string[]): void {
    for (const sentence of sentences) this.faults.push(sentence);
  }

  has(flag: string): boolean {
    return this.#flags.has(flag);
  }

  text(flag: string): string | undefined {
    return this.#flags.get(flag);
  }

  /** @param parse returns a sentence for a wrong value, which then counts as not given */
  parsed<T>(flag: string, byDefault: T, parse: (text: string) => T | string): T {
    const text = this.text(flag);
    const value = text === undefined ? byDefault : parse(text);
    if (typeof value !== 'string' || typeof byDefault === 'string') return value as T;
    this.faults.push(value);
    return byDefault;
  }

  count<T extends number | undefined>(flag: string, byDefault: T, least: number, most: number): number | T {
    return this.parsed<number | T>(flag, byDefault, (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
        ? Number(text)
        : `--${flag} must be an integer from ${least} to ${most}, not "${text}".`,
    );
  }

  /** Undefined if it is not given. */
  price(flag: string): number | undefined {
    return this.parsed<number | undefined>(flag, undefined, (text) =>
      /^\d{1,9}(\.\d{1,9})?$/.test(text)
        ? Number(text)
        : `--${flag} must be a number such as 0.04, not "${text}".`,
    );
  }
}
