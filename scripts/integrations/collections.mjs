import { readFileSync } from 'node:fs';
import { n8nWorkflow } from './n8n.mjs';
import { contract } from './operations.mjs';
import { postmanCollection } from './postman.mjs';

/** The folder of the files below. */
export const COLLECTIONS = new URL('../../docs/integrations/', import.meta.url);

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
  return JSON.parse(readFileSync(new URL(name, COLLECTIONS), 'utf8'));
}
