import { join } from 'node:path';
import { ARCHIVE_SPEC } from '../../cli/flags/archive-spec.ts';
import { COMMAND_SPECS } from '../../cli/flags/command-specs.ts';
import { EXIT_CODE_TEXTS } from '../../cli/flags/exit-code-texts.ts';
import type { FlagGroup } from '../../cli/flags/flag.ts';
import { flagNames, saysOf } from '../../cli/flags/help-text.ts';
import { ROOT } from '../project.mjs';
import { withGenerated } from './generated-part.ts';

/** The page with all flags of the command. */
export const FLAGS_PAGE = join(ROOT, 'cli/README.md');

const BEGIN = '<!-- flags: made by `npm run generate` of the table that --help is made of -->';
const END = '<!-- end of flags -->';

/** All flags as Markdown tables, and the exit codes. */
export function flagsTable(): string {
  const [shrink] = COMMAND_SPECS;
  const groups = shrink!.groups.map((group) => groupTable(group));
  const ofArchives = ARCHIVE_SPEC.groups
    .filter(({ title }) => ['Plan', 'Run', 'Verify'].includes(title))
    .map((group) => groupTable({ ...group, title: `Archives: ${group.title.toLowerCase()}` }));
  const codes = EXIT_CODE_TEXTS.map(([code, says]) => `| ${code} | ${cell(says)} |\n`).join('');
  return `${[...groups, ...ofArchives].join('\n')}\n| exit code | meaning |\n|---|---|\n${codes}`;
}

/** Replaces the tables in the page. */
export function pageWithFlags(page: string): string {
  return withGenerated(page, { begin: BEGIN, end: END }, flagsTable());
}

function groupTable({ title, flags }: FlagGroup): string {
  const rows = flags.map((flag) => `| \`${cell(flagNames(flag))}\` | ${cell(saysOf(flag))} |\n`);
  return `| ${title} | |\n|---|---|\n${rows.join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}
