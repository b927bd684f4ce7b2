import { COMMAND_SPECS, PLAIN_COMMANDS } from './command-specs.ts';
import { type CommandSpec, type Flag, flagsOf } from './flag.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Generates the script that completes commands, flags and their values in a shell. */
export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]();
}

const NAMED = COMMAND_SPECS.filter(({ name }) => name !== '');
const COMMAND_NAMES = [...NAMED.map(({ name }) => name), ...Object.keys(PLAIN_COMMANDS)];

function bashScript(): string {
  const words = (spec: CommandSpec) =>
    flagsOf(spec).flatMap(({ name, letter }) => [
      `--${name}`,
      ...(letter === undefined ? [] : [`-${letter}`]),
    ]);
  const all = COMMAND_SPECS.flatMap(flagsOf);
  const cases = distinctByName(all).flatMap((flag) => {
    const pattern = [`--${flag.name}`, ...(flag.letter === undefined ? [] : [`-${flag.letter}`])].join('|');
    if (flag.choices !== undefined)
      return [`    ${pattern}) COMPREPLY=($(compgen -W '${flag.choices.join(' ')}' -- "$word")); return ;;`];
    if (flag.names === 'folder') return [`    ${pattern}) COMPREPLY=($(compgen -d -- "$word")); return ;;`];
    if (flag.names === 'file') return [`    ${pattern}) COMPREPLY=($(compgen -f -- "$word")); return ;;`];
    return flag.value === undefined ? [] : [`    ${pattern}) return ;;`];
  });
  return `# bash completion for pagelight: source <(pagelight completion bash)
_pagelight() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words
  case "$before" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${NAMED.map((spec) => `    ${spec.name}) words='${words(spec).join(' ')}' ;;`).join('\n')}
    completion) words='${SHELLS.join(' ')}' ;;
    *) words='${words(COMMAND_SPECS[0]!).join(' ')}' ;;
  esac
  if [[ "$word" == -* || "\${COMP_WORDS[1]}" == completion ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY=($(compgen -W '${COMMAND_NAMES.join(' ')}' -- "$word") $(compgen -f -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _pagelight pagelight
`;
}

function zshScript(): string {
  const commands = [
    ...NAMED.map(({ name, says }) => [name, says.split('\n', 1)[0]!] as const),
    ...Object.entries(PLAIN_COMMANDS),
  ];
  const specs = (spec: CommandSpec) => flagsOf(spec).flatMap(zshSpecs).join(' \\\n        ');
  return `#compdef pagelight
# zsh completion for pagelight: pagelight completion zsh > "\${fpath[1]}/_pagelight"
_pagelight() {
  local -a commands
  commands=(
${commands.map(([name, says]) => `    '${zshText(name)}:${zshText(says)}'`).join('\n')}
  )
  case "$words[2]" in
${NAMED.map((spec) => `    ${spec.name})\n      _arguments -s \\\n        ${specs(spec)} \\\n        '*:file:_files' ;;`).join('\n')}
    completion) _values shell ${SHELLS.join(' ')} ;;
    *)
      (( CURRENT == 2 )) && _describe command commands
      _arguments -s \\
        ${specs(COMMAND_SPECS[0]!)} \\
        '*:file:_files' ;;
  esac
}
compdef _pagelight pagelight
`;
}

function zshSpecs({ name, letter, value, choices, names, isList, says }: Flag): readonly string[] {
  const action =
    choices === undefined
      ? names === 'folder'
        ? '_files -/'
        : names === 'file'
          ? '_files'
          : ''
      : `(${choices.join(' ')})`;
  const takes = value === undefined ? '' : `:${zshText(value)}:${action}`;
  const star = isList ? '*' : '';
  const each = [`--${name}`, ...(letter === undefined ? [] : [`-${letter}`])];
  return each.map((flag) => `'${star}${flag}[${zshText(says)}]${takes}'`);
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:\\]/g, (sign) => `\\${sign}`);
}

function fishScript(): string {
  const noCommand = `"not __fish_seen_subcommand_from ${COMMAND_NAMES.join(' ')}"`;
  const flagLines = (spec: CommandSpec) => {
    const when = spec.name === '' ? noCommand : `"__fish_seen_subcommand_from ${spec.name}"`;
    return flagsOf(spec).map((flag) => `complete -c pagelight -n ${when} ${fishSpec(flag)}`);
  };
  return `# fish completion for pagelight: pagelight completion fish | source
${[
  ...NAMED.map(
    ({ name, says }) =>
      `complete -c pagelight -n __fish_use_subcommand -a ${name} -d ${fishText(says.split('\n', 1)[0]!)}`,
  ),
  ...Object.entries(PLAIN_COMMANDS).map(
    ([name, says]) => `complete -c pagelight -n __fish_use_subcommand -a ${name} -d ${fishText(says)}`,
  ),
  `complete -c pagelight -n "__fish_seen_subcommand_from completion" -f -a "${SHELLS.join(' ')}"`,
  ...COMMAND_SPECS.flatMap(flagLines),
].join('\n')}
`;
}

function fishSpec({ name, letter, value, choices, names, says }: Flag): string {
  const takes =
    value === undefined
      ? []
      : choices !== undefined
        ? ['-x', `-a "${choices.join(' ')}"`]
        : names === undefined
          ? ['-x']
          : ['-r', ...(names === 'folder' ? ['-a "(__fish_complete_directories)"'] : ['-F'])];
  return [
    `-l ${name}`,
    ...(letter === undefined ? [] : [`-s ${letter}`]),
    ...takes,
    `-d ${fishText(says)}`,
  ].join(' ');
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function distinctByName(flags: readonly Flag[]): readonly Flag[] {
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()];
}
