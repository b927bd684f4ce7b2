import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runTool } from '../project.mjs';
import { n8nWorkflow } from './n8n.mjs';
import { contract } from './operations.mjs';
import { postmanCollection } from './postman.mjs';

const FOLDER = new URL('../../docs/integrations/', import.meta.url);

/** Files for import into other programs, generated from the OpenAPI document, by name. */
export async function collections() {
  const document = await contract();
  /** @type {Map<string, object>} */
  const made = new Map();
  made.set('postman-collection.json', postmanCollection(document));
  made.set('n8n-workflow.json', n8nWorkflow(document));
  return made;
}

/** Reads the committed file. @param {string} name */
export function keptCollection(name) {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

if (
  process.argv[1] &&
  import.meta.url === pathToFileURL(process.argv[1]).href &&
  process.argv[2] === '--write'
) {
  const { register } = await import('tsx/esm/api');
  register();
  for (const [name, value] of await collections())
    writeFileSync(new URL(name, FOLDER), `${JSON.stringify(value, null, 2)}\n`);
  await runTool('biome', ['format', '--write', fileURLToPath(FOLDER)], { output: 'show' });
}
