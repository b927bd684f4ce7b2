import { createHash } from 'node:crypto';
import { endpointsOf, formFields } from './operations.mjs';

/** Distance between nodes in the editor, in its units. */
const STEP = 220;

/**
 * A workflow for n8n: sends the PDFs of a folder to the API and writes the results into another. The fields are those
 * of the API. The key is a credential of n8n ("Bearer Auth"), which is selected there and not part of the workflow.
 *
 * @param {import('./operations.mjs').Contract} document
 */
export function n8nWorkflow(document) {
  const compress = endpointsOf(document).find(({ operation }) => operation.operationId === 'compress');
  if (compress === undefined) throw new Error('the API has no operation to compress with');
  const nodes = [
    node('When it is started', 'manualTrigger', 1, {}),
    node('Read PDFs', 'readWriteFile', 1, { fileSelector: '/files/in/*.pdf', options: {} }),
    node(compress.operation.summary, 'httpRequest', 4.2, requestOf(compress)),
    node('Write PDFs', 'readWriteFile', 1, {
      operation: 'write',
      fileName: "=/files/out/{{ $('Read PDFs').item.binary.data.fileName }}",
      options: {},
    }),
  ].map((one, index) => ({ ...one, position: [index * STEP, 0] }));
  return {
    name: document.info.title,
    nodes,
    connections: Object.fromEntries(
      nodes
        .slice(0, -1)
        .map(({ name }, index) => [
          name,
          { main: [[{ node: nodes[index + 1].name, type: 'main', index: 0 }]] },
        ]),
    ),
    settings: { executionOrder: 'v1' },
  };
}

/** @param {import('./operations.mjs').Endpoint} endpoint */
function requestOf({ method, path, operation }) {
  const fields = formFields(operation).filter(({ isFile, schema }) => isFile || schema.default !== undefined);
  return {
    method,
    url: `http://localhost:3000${path}`,
    authentication: 'genericCredentialType',
    genericAuthType: 'httpBearerAuth',
    sendBody: true,
    contentType: 'multipart-form-data',
    bodyParameters: {
      parameters: fields.map(({ name, schema, isFile }) =>
        isFile
          ? { parameterType: 'formBinaryData', name, inputDataFieldName: 'data' }
          : { parameterType: 'formData', name, value: String(schema.default) },
      ),
    },
    options: { response: { response: { responseFormat: 'file' } }, timeout: 600_000 },
  };
}

/** @param {string} name @param {string} type @param {number} typeVersion @param {object} parameters */
function node(name, type, typeVersion, parameters) {
  // Deterministic, in the form of a UUID.
  const hash = createHash('sha256').update(name).digest('hex');
  const id = [8, 4, 4, 4, 12].reduce(
    ({ at, parts }, length) => ({ at: at + length, parts: [...parts, hash.slice(at, at + length)] }),
    { at: 0, parts: /** @type {string[]} */ ([]) },
  );
  return { id: id.parts.join('-'), name, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}
