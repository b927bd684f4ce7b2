import { type BudgetFit, fitWithinBudget } from '../../shared/budget/fit-within-budget.ts';
import type { CompressReport } from '../../shared/index.ts';
import type { FileRunOptions } from './file-run-options.ts';
import type { FoundFile } from './inputs/find-files.ts';
import { shrinkFile } from './one-file.ts';
import type { FileResult } from './results/file-result.ts';

/** Results, and how their total compares with the budget. */
export interface BudgetResults {
  readonly results: readonly FileResult[];
  readonly together: BudgetFit;
}

/**
 * Compresses PDFs again that must become smaller, so that all results together fit. PDFs that could not be compressed
 * count as zero: they have no result.
 *
 * @param run processes all files with the given options; receives the report of each
 */
export async function withinBudget(
  files: readonly FoundFile[],
  budget: number,
  treatment: FileRunOptions,
  run: (treatment: FileRunOptions, onResult: (result: FileResult) => void) => Promise<unknown>,
): Promise<BudgetResults> {
  const reports = new Map<string, CompressReport>();
  const onReport = (path: string, report: CompressReport) => void reports.set(path, report);
  const ends = new Map<string, FileResult>();
  await run({ ...treatment, onReport }, (result) => void ends.set(result.file, result));
  const worked = files.filter(({ path }) => reports.has(path));
  const together = await fitWithinBudget(
    worked.map(({ path }) => reports.get(path)!),
    budget,
    async (index, targetSize) => {
      const file = worked[index]!;
      const before = reports.get(file.path)!;
      // A part of the budget is at most the limit of each PDF, which stays without a part.
      const each = treatment.options.targetSize;
      const isShare = targetSize > 0 && (each === 0 || targetSize < each);
      const options = { ...treatment.options, targetSize: isShare ? targetSize : each };
      const result = await shrinkFile(file, { ...treatment, options, again: true, onReport }, () => {});
      if (!isShare && each > 0) {
        ends.set(file.path, result);
        return reports.get(file.path) ?? before;
      }
      // A second attempt that fails for lack of memory or disk is reported. The first result still exists.
      const { missed: _, ...told } = result;
      const warnings = result.warnings?.filter((warning) => warning !== 'target-missed') ?? [];
      if (result.problem === undefined) ends.set(file.path, { ...told, warnings });
      else ends.set(file.path, { ...ends.get(file.path)!, ...result });
      return reports.get(file.path) ?? before;
    },
  );
  return { results: [...ends.values()], together };
}
