/**
 * @typedef {import('../public.mjs').Outcome} Outcome
 * @typedef {import('./report.mjs').Report} Report
 */

export const SUMMARY_HEAD = [
  'contestant',
  'files',
  'failed',
  'ratio',
  'geo mean',
  'larger',
  'with losses',
  'SSIM mean',
  'SSIM worst',
  's',
];

/** One row per contestant, in the given order. @param {Report} report */
export function summaryRows({ known, outcomes }) {
  return known
    .filter(({ version }) => version !== null)
    .map(({ contestant: { name } }) =>
      summaryRow(
        name,
        outcomes.filter(({ contestant }) => contestant === name),
      ),
    );
}

/** @param {string} name @param {readonly Outcome[]} outcomes */
function summaryRow(name, outcomes) {
  const sum = (/** @type {(one: Outcome) => number} */ of) => outcomes.reduce((all, one) => all + of(one), 0);
  const logs = sum(({ bytesOut, entry }) => Math.log(bytesOut / entry.bytes));
  const likenesses = outcomes.flatMap(({ grade }) => grade?.drawn.map(({ ssim }) => ssim) ?? []);
  const mean = likenesses.reduce((all, one) => all + one, 0) / likenesses.length;
  return [
    name,
    outcomes.length,
    outcomes.filter(({ failure }) => failure !== null).length,
    (sum(({ bytesOut }) => bytesOut) / sum(({ entry }) => entry.bytes)).toFixed(3),
    Math.exp(logs / outcomes.length).toFixed(3),
    outcomes.filter(({ bytesOut, entry }) => bytesOut > entry.bytes).length,
    outcomes.filter(({ grade }) => (grade?.losses.length ?? 0) > 0).length,
    likenesses.length === 0 ? '-' : mean.toFixed(4),
    likenesses.length === 0 ? '-' : Math.min(...likenesses).toFixed(3),
    (sum(({ ms }) => ms) / 1000).toFixed(1),
  ];
}

/** A sentence for every loss, every failure and every file that became larger. @param {readonly Outcome[]} outcomes */
export function lossLines(outcomes) {
  return outcomes.flatMap(({ contestant, entry, bytesOut, failure, grade }) => {
    const about = `${contestant}, ${entry.name}`;
    if (failure !== null) return [`${about}: failed (${failure})`];
    const larger =
      bytesOut > entry.bytes ? [`${about}: larger, ${(bytesOut / entry.bytes).toFixed(2)} times`] : [];
    const unreadable = grade?.unreadable ? [`${about}: ${grade.unreadable}`] : [];
    const losses = (grade?.losses ?? []).map(({ kind, before, lost, examples }) => {
      const such =
        examples.length === 0 ? '' : `, such as ${examples.map((one) => `“${shortened(one)}”`).join(', ')}`;
      return `${about}: ${lost} of ${before} ${kind}${such}`;
    });
    return [...larger, ...unreadable, ...losses];
  });
}

/** @param {string} text */
function shortened(text) {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= 60 ? characters.join('') : `${characters.slice(0, 59).join('')}…`;
}
