import { join } from 'node:path';
import {
  type CompressOptions,
  DEFAULT_OPTIONS,
  DEFAULT_PRESET,
  OPTION_NAMES,
  OPTION_SET_NAMES,
  OPTION_SETS,
  type OptionName,
} from '../../shared/index.ts';
import { OPTION_TEXTS } from '../../shared/text/option-texts.ts';
import { ROOT } from '../project.mjs';
import { withGenerated } from './generated-part.ts';

/** Columns of their own in the table of presets. */
const IN_COLUMNS = ['quality', 'maxDimension', 'minDpi'] as const satisfies readonly OptionName[];

const USED_BY = { [DEFAULT_PRESET]: 'library, command, browser tab, agent tools', api: 'HTTP API' };

/** The pages with tables of options, and what makes them. */
export const OPTION_PAGES = [
  { path: join(ROOT, 'README.md'), title: 'options', table: optionsTable },
  { path: join(ROOT, 'library/PACKAGE.md'), title: 'options', table: optionsTable },
  { path: join(ROOT, 'library/PACKAGE.md'), title: 'presets', table: presetsTable },
] as const;

export function pageWithOptions(page: string, { title, table }: (typeof OPTION_PAGES)[number]): string {
  const marks = { begin: `<!-- ${title}: made by \`npm run generate\` -->`, end: `<!-- end of ${title} -->` };
  return withGenerated(page, marks, table());
}

/** Every option with its default in the API. */
function optionsTable(): string {
  const rows = OPTION_NAMES.map(
    (name) => `| \`${name}\` | ${shown(DEFAULT_OPTIONS[name])} | ${OPTION_TEXTS[name].short} |\n`,
  );
  return `| option | API default | meaning |
|---|---|---|
${rows.join('')}| \`preset\` | \`api\` | supplies the options that are not given |
| \`password\` | | opens an encrypted file; the result keeps its password |
`;
}

/** Every preset, by what it differs in from the defaults of the API. */
function presetsTable(): string {
  const rows = OPTION_SET_NAMES.map((set) => {
    const options = OPTION_SETS[set];
    const columns = IN_COLUMNS.map((name) => String(options[name]));
    const cells = [`\`${set}\``, ...columns, differences(options), usersOf(set)];
    return `| ${cells.join(' | ')} |\n`;
  });
  return `| preset | ${IN_COLUMNS.map((name) => `\`${name}\``).join(' | ')} | also | default of |
|---|---|---|---|---|---|
${rows.join('')}`;
}

function differences(options: CompressOptions): string {
  const others = OPTION_NAMES.filter(
    (name) => !IN_COLUMNS.some((column) => column === name) && options[name] !== DEFAULT_OPTIONS[name],
  );
  return others.map((name) => `\`${name}\` ${shown(options[name])}`).join(', ');
}

function usersOf(set: string): string {
  return set in USED_BY ? USED_BY[set as keyof typeof USED_BY] : '';
}

function shown(value: number | boolean | string): string {
  return typeof value === 'number' ? String(value) : `\`${value}\``;
}
