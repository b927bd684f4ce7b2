import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Refusal, ROOT } from '../project.mjs';

/**
 * The section of docs/CHANGELOG.md on a version, for the release of its tag.
 *
 * @param {string} tag such as `v0.2.0`
 * @param {string} version of package.json
 * @param {string} changelog
 * @returns {string}
 * @throws Refusal if tag, version and changes do not agree
 */
export function releaseNotes(tag, version, changelog) {
  if (tag !== `v${version}`) throw new Refusal(`The tag is ${tag}, but package.json says ${version}.`);
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^[^\s,]+/.exec(text)?.[0] === version);
  if (section === undefined) throw new Refusal(`docs/CHANGELOG.md has no section "## ${version}, DATE".`);
  const [title = '', ...lines] = section.split('\n');
  if (title.includes('not released'))
    throw new Refusal(`docs/CHANGELOG.md still says "## ${title}": put the date there.`);
  return `${lines.join('\n').trim()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (/** @type {string} */ name) => readFileSync(join(ROOT, name), 'utf8');
  try {
    const { version } = JSON.parse(read('package.json'));
    process.stdout.write(releaseNotes(process.argv[2] ?? '', version, read('docs/CHANGELOG.md')));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
