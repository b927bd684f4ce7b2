import { type FlagKind, type ParsedFlags, parseFlags } from '../../library/terminal/flags.ts';
import type { Flag } from './flag.ts';

/** Parses a command line by its table of flags. Aliases are stored under the flag's primary name. */
export function readFlags(args: readonly string[], table: readonly Flag[]): ParsedFlags {
  const kinds: Record<string, FlagKind> = {};
  const letters: Record<string, string> = {};
  const firstNames = new Map<string, string>();
  for (const { name, letter, aliases = [], value, isList } of table) {
    for (const each of [name, ...aliases]) {
      kinds[each] = value === undefined ? 'switch' : isList ? 'values' : 'value';
      firstNames.set(each, name);
    }
    if (letter !== undefined) letters[letter] = name;
  }
  const { flags: given, values, positionals, faults } = parseFlags(args, kinds, letters);
  const flags = new Map<string, string>();
  const allFaults = [...faults];
  for (const [name, value] of given) {
    const first = firstNames.get(name)!;
    if (flags.has(first)) allFaults.push(`--${name} and --${first} are the same: give one of them.`);
    flags.set(first, value);
  }
  return { flags, values, positionals, faults: allFaults };
}
