import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPTION_NAMES } from '../../shared/index.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { ROOT } from '../project.mjs';
import { collections, keptCollection } from './collections.mjs';
import { contract, endpointsOf } from './operations.mjs';

test('what is kept is what the OpenAPI document gives (npm run generate)', async () => {
  for (const [name, value] of await collections()) {
    expect(keptCollection(name)).toEqual(value);
    expect(readFileSync(join(ROOT, 'docs/integrations/README.md'), 'utf8')).toContain(`(${name})`);
  }
});

/** The parts of https://schema.getpostman.com/json/collection/v2.1.0/collection.json that are used here, strictly. */
const keyValue = z.strictObject({
  key: z.string(),
  value: z.string(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
});
const formPart = z.discriminatedUnion('type', [
  keyValue.extend({ type: z.literal('text') }),
  z.strictObject({
    key: z.string(),
    type: z.literal('file'),
    src: z.null(),
    description: z.string().optional(),
  }),
]);
const request = z.strictObject({
  method: z.enum(['GET', 'PUT', 'POST', 'DELETE']),
  description: z.string(),
  header: z.array(keyValue),
  auth: z.strictObject({ type: z.literal('noauth') }).optional(),
  url: z.strictObject({
    raw: z.string(),
    host: z.array(z.string()),
    path: z.array(z.string()),
    variable: z.array(keyValue).optional(),
  }),
  body: z
    .discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('formdata'), formdata: z.array(formPart) }),
      z.strictObject({ mode: z.literal('file'), file: z.strictObject({ src: z.null() }) }),
      z.strictObject({
        mode: z.literal('raw'),
        raw: z.string(),
        options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
      }),
    ])
    .optional(),
});
const variable = z.strictObject({ key: z.string(), value: z.string(), type: z.literal('string') });
const collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: z.strictObject({ type: z.literal('bearer'), bearer: z.array(variable) }),
  variable: z.array(variable),
  item: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      item: z.array(z.strictObject({ name: z.string(), request, response: z.array(z.never()) })),
    }),
  ),
});

const postman = () => collection.parse(keptCollection('postman-collection.json'));

test("the collection has Postman's shape, every address of the API, and every option switched off", async () => {
  const requests = postman().item.flatMap(({ item }) => item.map((one) => one.request));
  const wanted = endpointsOf(await contract()).map(({ method, path }) => `${method} ${path}`);
  const found = requests.map(
    ({ method, url }) => `${method} /${url.path.map((part) => part.replace(/^:(.*)$/, '{$1}')).join('/')}`,
  );
  expect(found.sort()).toEqual([...wanted].sort());
  const compress = requests.find(({ url }) => url.path.at(-1) === 'compress');
  const parts = compress?.body?.mode === 'formdata' ? compress.body.formdata : [];
  expect(parts.map(({ key }) => key)).toEqual(['file', ...OPTION_NAMES, 'preset', 'password']);
  expect(parts.filter((part) => part.type === 'text' && part.disabled !== true)).toEqual([]);
});

test('what the collection asks is answered by a server, and so is what the workflow of n8n sends', async () => {
  const source = new URL('../../server/testing/http-service.ts', import.meta.url).href;
  const { startHttpService } = await import(/* @vite-ignore */ source);
  const service = await startHttpService();
  const pdf = new Blob([await smallPdf()], { type: 'application/pdf' });
  const ask = async (/** @type {string} */ path, /** @type {RequestInit} */ how) => {
    const headers = { ...how.headers, Authorization: `Bearer ${service.key}` };
    const answer = await fetch(`${service.origin}${path}`, { ...how, headers });
    const isJson = answer.headers.get('Content-Type') === 'application/json';
    return {
      status: answer.status,
      id: isJson ? String(/** @type {{ id?: unknown }} */ (await answer.json()).id) : '',
    };
  };
  /** Names from earlier answers, in place of the examples. @type {Map<string, string>} */
  const ids = new Map();
  const withIds = (/** @type {string} */ text) =>
    text.replace(/\b(file|job)_01k0+\b/g, (example, kind) => ids.get(kind) ?? example);
  /** @type {(string | number)[][]} */
  const answers = [];
  const requests = postman().item.flatMap(({ item }) => item);
  // What takes away comes last.
  const isLast = (/** @type {(typeof requests)[number]} */ { request }) => request.method === 'DELETE';
  for (const { request: one } of [...requests.filter((each) => !isLast(each)), ...requests.filter(isLast)]) {
    const headers = Object.fromEntries(
      one.header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value]),
    );
    const names = new Map(one.url.variable?.map(({ key, value }) => [`:${key}`, value]));
    const path = withIds(`/${one.url.path.map((part) => names.get(part) ?? part).join('/')}`);
    const form = new FormData();
    form.set('file', pdf, 'a.pdf');
    const body = one.body === undefined ? {} : { body: bodyOf(one.body, form, pdf) };
    const sent = 'body' in body && typeof body.body === 'string' ? { body: withIds(body.body) } : body;
    const { status, id } = await ask(path, { method: one.method, headers, ...sent });
    answers.push([one.method, path, status]);
    const kind = /^(file|job)_/.exec(id)?.[1];
    if (kind !== undefined) ids.set(kind, id);
    if (path.endsWith('/jobs') && status === 202)
      await ask(`${path}/${id}`, { headers: { Prefer: 'wait=60' } });
  }
  const statuses = answers.map(([, , status]) => status);
  expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 201, 200]);
  // Jobs: file, job, list, find, cancel, retry, documents, document, result, receipt.
  expect(statuses.slice(6, 16)).toEqual([201, 202, 200, 200, 200, 202, 200, 200, 200, 200]);
  // Webhooks: this server has no INPUT_HOSTS, so none can be made, and only their list is there.
  expect(statuses.slice(16, 22)).toEqual([400, 200, 404, 404, 404, 404]);
  // Deletes: file, job, webhook.
  expect(statuses.slice(22)).toEqual([204, 204, 404]);

  const workflow = keptCollection('n8n-workflow.json');
  const names = workflow.nodes.map((/** @type {{ name: string }} */ { name }) => name);
  for (const [from, { main }] of Object.entries(workflow.connections))
    expect(names).toEqual(expect.arrayContaining([from, main[0][0].node]));
  const { parameters } = workflow.nodes.find(
    (/** @type {{ type: string }} */ { type }) => type === 'n8n-nodes-base.httpRequest',
  );
  const form = new FormData();
  for (const { name, value, inputDataFieldName } of parameters.bodyParameters.parameters)
    form.set(name, inputDataFieldName === undefined ? value : pdf);
  const sent = { method: parameters.method, body: form };
  expect(await ask(new URL(parameters.url).pathname, sent)).toMatchObject({ status: 200 });
  await service.close();
});

/**
 * @param {NonNullable<z.infer<typeof request>['body']>} body
 * @param {FormData} form
 * @param {Blob} pdf
 */
function bodyOf(body, form, pdf) {
  return body.mode === 'raw' ? body.raw : body.mode === 'file' ? pdf : form;
}
