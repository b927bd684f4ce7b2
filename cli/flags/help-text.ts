import { type CommandSpec, type Flag, flagsOf } from './flag.ts';

const WIDTH = 80;
const INDENT = 22;

/** Formats `-o, --output X`. */
export function flagNames({ name, letter, value, isList }: Flag): string {
  const short = letter === undefined ? '' : `-${letter}, `;
  return `${short}--${name}${value === undefined ? '' : ` ${value}`}${isList ? ' ...' : ''}`;
}

/** All flags of a command, under their titles. */
export function flagsText({ groups }: CommandSpec): string {
  return groups
    .map(
      ({ title, flags }) => `${title}:\n${flags.map((flag) => row(flagNames(flag), saysOf(flag))).join('')}`,
    )
    .join('\n');
}

/** The most common flags, one line each. */
export function briefFlagsText(spec: CommandSpec): string {
  return flagsOf(spec)
    .flatMap((flag) => (flag.brief === undefined ? [] : [row(flagNames(flag), flag.brief, 21)]))
    .join('');
}

/** A flag's help text and its aliases. */
export function saysOf({ says, aliases = [] }: Flag): string {
  return aliases.length === 0 ? says : `${says}; also ${aliases.map((alias) => `--${alias}`).join(', ')}`;
}

function row(names: string, says: string, indent = INDENT): string {
  const lines = wrapped(says, WIDTH - indent);
  const head = `  ${names}`;
  const isLong = head.length > indent - 1;
  const rest = lines.map((line) => `${' '.repeat(indent)}${line}`);
  if (isLong) return `${[head, ...rest].join('\n')}\n`;
  return `${[head.padEnd(indent) + lines[0]!, ...rest.slice(1)].join('\n')}\n`;
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
