import { COMMAND_SPECS, PLAIN_COMMANDS } from './command-specs.ts';
import { EXIT_CODE_TEXTS } from './exit-code-texts.ts';
import type { CommandSpec, Flag } from './flag.ts';
import { saysOf } from './help-text.ts';

/** The manual page in roff, for `man -l`. It has no date, so the output depends only on the version. */
export function manPage(version: string): string {
  const [shrink, ...others] = COMMAND_SPECS;
  return [
    `.TH PAGELIGHT 1 "" "pagelight ${version}" "User Commands"`,
    '.SH NAME',
    'pagelight \\- makes PDFs smaller without harming them',
    '.SH SYNOPSIS',
    ...COMMAND_SPECS.flatMap(({ name, operands }) => [
      `.B pagelight${name === '' ? '' : ` ${name}`}`,
      roff(operands),
      '.br',
    ]),
    '.SH DESCRIPTION',
    roff(shrink!.says),
    ...flagSections(shrink!),
    ...others.flatMap((spec) => [`.SH "${spec.name.toUpperCase()}"`, roff(spec.says), ...flagSections(spec)]),
    '.SH COMMANDS',
    ...Object.entries(PLAIN_COMMANDS).flatMap(([name, says]) => ['.TP', `.B ${name}`, roff(says)]),
    '.SH "EXIT STATUS"',
    ...EXIT_CODE_TEXTS.flatMap(([code, says]) => ['.TP', `.B ${code}`, roff(says)]),
    '.SH ENVIRONMENT',
    ...Object.entries(ENVIRONMENT).flatMap(([name, says]) => ['.TP', `.B ${name}`, roff(says)]),
    '',
  ].join('\n');
}

const ENVIRONMENT = {
  PAGELIGHT_PASSWORD: 'opens locked PDFs, where no password is given.',
  PAGELIGHT_STATE_DIR: 'where it is remembered what was done; the state folder of the system without.',
};

function flagSections({ groups }: CommandSpec): readonly string[] {
  return groups.flatMap(({ title, flags }) => [`.SS "${title}"`, ...flags.flatMap(flagLines)]);
}

function flagLines(flag: Flag): readonly string[] {
  const { name, letter, value } = flag;
  const names = [...(letter === undefined ? [] : [`-${letter}`]), `--${name}`].map(
    (each) => `\\fB${roff(each)}\\fR`,
  );
  return [
    '.TP',
    `${names.join(', ')}${value === undefined ? '' : ` \\fI${roff(value)}\\fR`}`,
    `${roff(saysOf(flag))}.`,
  ];
}

/** An unescaped dash is a hyphen in roff. A line that starts with a dot would be a request. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}
