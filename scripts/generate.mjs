import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import { runTool } from './project.mjs';

/** Writes what is made of the sources: tables in the READMEs, settings, reference of the library, collections. */
export async function generate() {
  register();
  const { OPTION_PAGES, pageWithOptions } = await import('./package/options-tables.ts');
  const { FLAGS_PAGE, pageWithFlags } = await import('./package/flags-table.ts');
  const { SETTINGS_PAGE, pageWithSettings } = await import('./package/settings-table.ts');
  const { REFERENCE, referenceText } = await import('./package/reference.mjs');
  const { COLLECTIONS, collections } = await import('./integrations/collections.mjs');

  for (const page of OPTION_PAGES) rewrite(page.path, (text) => pageWithOptions(text, page));
  rewrite(FLAGS_PAGE, pageWithFlags);
  rewrite(SETTINGS_PAGE, pageWithSettings);
  writeFileSync(REFERENCE, referenceText());
  for (const [name, value] of await collections())
    writeFileSync(new URL(name, COLLECTIONS), `${JSON.stringify(value, null, 2)}\n`);
  await runTool('biome', ['format', '--write', fileURLToPath(COLLECTIONS)], { output: 'show' });
}

/**
 * @param {string} path
 * @param {(text: string) => string} change
 */
function rewrite(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
