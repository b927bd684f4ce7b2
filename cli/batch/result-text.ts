import { warningText } from '../../library/node/warning-texts.ts';
import type { BudgetFit } from '../../shared/budget/fit-within-budget.ts';
import type { LostAttribute } from '../files/file-attributes.ts';
import type { ExitCode } from '../terminal/output.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import { type Align, table } from '../terminal/table.ts';
import { sizeText } from '../text/sizes.ts';
import { type FileResult, savedBytes } from './file-result.ts';

/** A result for people: a line, and one for each thing to know. */
export function resultText(result: FileResult): string {
  const { file, status, output, parts, problem, warnings = [], lostAttributes = [] } = result;
  const name = sanitizeForTerminal(file);
  const lines: string[] = [];
  if (problem !== undefined) lines.push(`${name}: ${problem.code}: ${sanitizeForTerminal(problem.detail)}`);
  else if (status === 'done-before') lines.push(`${name}: done before`);
  else if (status === 'unchanged' && parts === undefined)
    lines.push(`${name}: unchanged, nothing could be saved`);
  else {
    const place = parts === undefined ? output : `${parts[0]?.output} … ${parts.length} parts`;
    const where = place === undefined || place === file ? '' : ` → ${sanitizeForTerminal(place)}`;
    lines.push(`${name}${where}: ${changeText(result)}`);
  }
  lines.push(...warnings.map((warning) => `  ${warningText(warning)}`));
  lines.push(...lostAttributes.map((attribute) => `  ${LOST_TEXTS[attribute]}`));
  return `${lines.join('\n')}\n`;
}

const LOST_TEXTS: Readonly<Record<LostAttribute, string>> = {
  owner: 'Its owner could not be kept: the file is yours now.',
  group: 'Its group could not be kept, so its group has no more rights than everybody.',
  extended: 'Not all of its extended attributes and its access list (ACL) could be kept.',
};

/** What a run of several came to; empty for one PDF. */
export function totalText(results: readonly FileResult[]): string {
  if (results.length < 2) return '';
  const counted = COUNTED.map(([status, words]) => [count(results, status), words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`);
  const inputBytes = results.reduce((sum, result) => sum + (result.inputBytes ?? 0), 0);
  const saved = results.reduce((sum, result) => sum + savedBytes(result), 0);
  return `${counted.join(', ')}. ${sizeText(saved)} saved of ${sizeText(inputBytes)}.\n`;
}

/** How all results together stand to the size that was asked for. */
export function budgetText({ kind, bytes, leastBytes = 0 }: BudgetFit, budget: number): string {
  if (kind === 'fits') return `All together ${sizeText(bytes)}, under ${sizeText(budget)}.\n`;
  return `All together ${sizeText(bytes)}: they need ${sizeText(leastBytes)} at least, so none was made softer for ${sizeText(budget)}.\n`;
}

/** What would be gained, largest first. */
export function gainTable(results: readonly FileResult[]): string {
  const rows = largestGainFirst(results).map((result) => [
    sizeText(savedBytes(result)),
    percentText(result),
    sizeText(result.inputBytes ?? 0),
    sanitizeForTerminal(result.file),
    result.problem?.code ?? '',
  ]);
  const aligns: readonly Align[] = ['right', 'right', 'right'];
  return table([['GAIN', '', 'OF', 'PDF', ''], ...rows], aligns);
}

export function largestGainFirst(results: readonly FileResult[]): readonly FileResult[] {
  return [...results].sort((a, b) => savedBytes(b) - savedBytes(a) || (a.file < b.file ? -1 : 1));
}

/** The worst that happened to any of them. */
export function exitCodeOf(results: readonly FileResult[]): ExitCode {
  if (results.some(({ status }) => status === 'failed')) return 1;
  if (results.some(({ status }) => status === 'refused')) return 3;
  return results.some(({ warnings }) => warnings?.includes('target-missed')) ? 4 : 0;
}

const COUNTED: readonly (readonly [FileResult['status'], string])[] = [
  ['smaller', 'smaller'],
  ['unchanged', 'unchanged'],
  ['done-before', 'done before'],
  ['refused', 'cannot be compressed'],
  ['failed', 'failed'],
];

function count(results: readonly FileResult[], wanted: FileResult['status']): number {
  return results.filter(({ status }) => status === wanted).length;
}

function changeText(result: FileResult): string {
  const { inputBytes = 0, outputBytes = 0 } = result;
  return `${sizeText(inputBytes)} → ${sizeText(outputBytes)} (${percentText(result)})`;
}

function percentText(result: FileResult): string {
  const { inputBytes = 0 } = result;
  return savedBytes(result) <= 0 ? '' : `-${((savedBytes(result) / inputBytes) * 100).toFixed(1)} %`;
}
