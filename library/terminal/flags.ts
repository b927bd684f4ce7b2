import { parseArgs } from 'node:util';
import { nearestName } from './nearest-name.ts';

/** Whether a flag takes a value (after it or after `=`), one value per repetition, or none. */
export type FlagKind = 'value' | 'values' | 'switch';

export interface ParsedFlags {
  /** Flag values by name without dashes; `''` for a switch. */
  readonly flags: ReadonlyMap<string, string>;
  /** All values of repeatable flags. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
  /** One sentence per error. */
  readonly faults: readonly string[];
}

/**
 * Parses the whole command line, so that all errors are reported at once.
 *
 * @param short maps letters to flag names
 */
export function parseFlags(
  args: readonly string[],
  known: Readonly<Record<string, FlagKind>>,
  short: Readonly<Record<string, string>> = {},
): ParsedFlags {
  const letters = new Map(Object.entries(short).map(([letter, name]) => [name, letter]));
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => {
      const letter = letters.get(name);
      const type = kind === 'switch' ? 'boolean' : 'string';
      return [name, { type, ...(letter === undefined ? {} : { short: letter }) } as const];
    }),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const flags = new Map<string, string>();
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const faults: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const kind = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (kind === undefined) faults.push(unknownText(token.rawName, token.name, Object.keys(known)));
    else if (kind !== 'switch' && token.value === undefined) faults.push(`${token.rawName} needs a value.`);
    else if (kind === 'switch' && token.value !== undefined) faults.push(`${token.rawName} takes no value.`);
    else if (kind === 'values') values.set(token.name, [...(values.get(token.name) ?? []), token.value!]);
    else if (flags.has(token.name)) faults.push(`${token.rawName} is given twice.`);
    else flags.set(token.name, token.value ?? '');
  }
  return { flags, values, positionals, faults };
}

function unknownText(rawName: string, name: string, known: readonly string[]): string {
  const meant = rawName.startsWith('--') ? nearestName(name, known) : null;
  return `${rawName} is not an option here${meant === null ? '.' : `: did you mean --${meant}?`}`;
}
