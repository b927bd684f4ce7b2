import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_SPECS } from '../../cli/flags/command-specs.ts';
import { EXIT_CODES } from '../../cli/flags/exit-codes.ts';
import { flagNames, saysOf } from '../../cli/flags/help-text.ts';
import { ROOT } from '../project.mjs';
import { withGenerated } from './generated-part.ts';

/** The page with all flags of the command. */
export const FLAGS_PAGE = join(ROOT, 'cli/README.md');

const BEGIN =
  '<!-- flags: `npx tsx scripts/package/flags-table.ts --write` makes this of the table that --help is made of -->';
const END = '<!-- end of flags -->';

/** All flags as Markdown tables, and the exit codes. */
export function flagsTable(): string {
  const [shrink] = COMMAND_SPECS;
  const groups = shrink!.groups.map(
    ({ title, flags }) =>
      `| ${title} | |\n|---|---|\n${flags.map((flag) => `| \`${flagNames(flag)}\` | ${cell(saysOf(flag))} |\n`).join('')}`,
  );
  const codes = EXIT_CODES.map(([code, says]) => `| ${code} | ${cell(says)} |\n`).join('');
  return `${groups.join('\n')}\n| exit code | meaning |\n|---|---|\n${codes}`;
}

/** Replaces the tables in the page. */
export function pageWithFlags(page: string): string {
  return withGenerated(page, { begin: BEGIN, end: END }, flagsTable());
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}

if (process.argv.includes('--write'))
  writeFileSync(FLAGS_PAGE, pageWithFlags(readFileSync(FLAGS_PAGE, 'utf8')));
