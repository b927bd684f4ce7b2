import { lossLines, SUMMARY_HEAD, summaryRows } from './summary.mjs';

/**
 * The results as a self-contained page, with images of the worst places.
 *
 * @param {import('./report.mjs').Report} report
 * @param {readonly import('./worst.mjs').WorstPlace[]} pictures
 * @param {readonly string[]} notes
 */
export function pageOf(report, pictures, notes) {
  const cells = (/** @type {string} */ tag, /** @type {readonly (string | number)[]} */ row) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join('')}</tr>`;
  const documents = [...new Map(report.outcomes.map(({ entry }) => [entry.sha256, entry])).values()];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>PDF compressors, compared</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
  table { border-collapse: collapse; }
  th, td { padding: 0.25rem 0.75rem; text-align: right; border-bottom: 1px solid #ccc; }
  th:first-child, td:first-child { text-align: left; }
  figure { display: inline-block; margin: 0 1rem 1rem 0; }
  img { max-width: 100%; border: 1px solid #ccc; }
</style>
<h1>PDF compressors, compared</h1>
${notes.map((note) => `<p>${escaped(note)}</p>`).join('\n')}
<table>
${cells('th', SUMMARY_HEAD)}
${summaryRows(report)
  .map((row) => cells('td', row))
  .join('\n')}
</table>
<h2>What was lost</h2>
<ul>
${lossLines(report.outcomes)
  .map((line) => `<li>${escaped(line)}</li>`)
  .join('\n')}
</ul>
<h2>Where pages look least like before</h2>
${pictures.map(placeHtml).join('\n')}
<h2>Documents</h2>
<ul>
${documents.map(({ name, source, licence }) => `<li><a href="${escaped(source)}">${escaped(name)}</a>, ${escaped(licence)}</li>`).join('\n')}
</ul>
</html>
`;
}

/** @param {import('./worst.mjs').WorstPlace} place */
function placeHtml({ contestant, name, page, worst, before, after }) {
  const about = escaped(`${contestant}: ${name}, page ${page}, ${worst.toFixed(2)}`);
  const figure = (/** @type {string} */ file, /** @type {string} */ when) =>
    `<figure><img src="${file}" alt="${about}, ${when}"><figcaption>${when}</figcaption></figure>`;
  return `<h3>${about}</h3>\n${figure(before.file, 'before')}${figure(after.file, 'after')}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
