/** One flag of a command: help, manual, completions and README are made of it. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly letter?: string;
  /** Older or other names, which mean the same. */
  readonly aliases?: readonly string[];
  /** What its value is called, such as `DIR`; absent: it takes none. */
  readonly value?: string;
  /** The values that there are. */
  readonly choices?: readonly string[];
  /** What of the file system a value names, for completions. */
  readonly names?: 'file' | 'folder';
  /** It may be given several times. */
  readonly isList?: true;
  /** What it does, from which a sentence begins: `replace what gets smaller`. */
  readonly says: string;
  /** The same in few words, for the one screen of `-h`; absent: it is not there. */
  readonly brief?: string;
}

/** Flags that belong together, below a title. */
export interface FlagGroup {
  readonly title: string;
  readonly flags: readonly Flag[];
}

/** A command, as people find it. The name of the one without a name is empty. */
export interface CommandSpec {
  readonly name: string;
  /** What stands behind the name. */
  readonly operands: string;
  readonly says: string;
  readonly groups: readonly FlagGroup[];
}

export function flagsOf({ groups }: Pick<CommandSpec, 'groups'>): readonly Flag[] {
  return groups.flatMap(({ flags }) => flags);
}
