/** One flag of a command. Help, manual, completions and README are generated from it. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly letter?: string;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  /** Placeholder of the value, such as `DIR`; absent if the flag takes none. */
  readonly value?: string;
  /** Allowed values. */
  readonly choices?: readonly string[];
  /** Kind of path that the value names, for completions. */
  readonly names?: 'file' | 'folder';
  /** Whether the flag may be repeated. */
  readonly isList?: true;
  /** Help text, the start of a sentence: `replace what gets smaller`. */
  readonly says: string;
  /** Subcommands that know it; absent: those of its group. */
  readonly of?: readonly string[];
  /** Short help text for the one screen of `-h`; absent: not listed there. */
  readonly brief?: string;
}

/** Related flags under a title. */
export interface FlagGroup {
  readonly title: string;
  /** Subcommands that know them; absent: all. */
  readonly of?: readonly string[];
  readonly flags: readonly Flag[];
}

/** A command. The default command's name is empty. */
export interface CommandSpec {
  readonly name: string;
  /** Operands in the usage line. */
  readonly operands: string;
  readonly says: string;
  readonly groups: readonly FlagGroup[];
}

export function flagsOf({ groups }: Pick<CommandSpec, 'groups'>): readonly Flag[] {
  return groups.flatMap(({ flags }) => flags);
}
