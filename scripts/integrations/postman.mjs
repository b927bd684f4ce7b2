import { endpointsOf, formFields, needsKey } from './operations.mjs';

/**
 * @typedef {import('./operations.mjs').Endpoint} Endpoint
 * @typedef {import('./operations.mjs').Operation} Operation
 */

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const JSON_BODY = 'application/json';
const PDF_BODY = 'application/pdf';

/**
 * The API as a Postman collection (v2.1), which Insomnia, Bruno and Hoppscotch read too. Options are included but
 * disabled, with their defaults.
 *
 * @param {import('./operations.mjs').Contract} document
 */
export function postmanCollection(document) {
  const { title, description } = document.info;
  const endpoints = endpointsOf(document);
  return {
    info: { name: title, description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{pagelightKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000', type: 'string' },
      { key: 'pagelightKey', value: '', type: 'string' },
    ],
    item: document.tags.map((tag) => ({
      name: tag.name,
      description: tag.description,
      item: endpoints.filter(({ operation }) => operation.tags.includes(tag.name)).map(requestItem),
    })),
  };
}

/** @param {Endpoint} endpoint */
function requestItem({ method, path, operation }) {
  const body = bodyOf(operation);
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      header: headersOf(operation),
      url: urlOf(path, operation),
      ...(needsKey(operation) ? {} : { auth: { type: 'noauth' } }),
      ...(body === undefined ? {} : { body }),
    },
    response: [],
  };
}

/** Converts `/files/{name}` to `/files/:name`. @param {string} path @param {Operation} operation */
function urlOf(path, { parameters = [] }) {
  const parts = path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(.*)\}$/, ':$1'));
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema, description }) => ({
      key: name,
      value: String(schema.example ?? ''),
      description: schema.description ?? description ?? '',
    }));
  return {
    raw: `{{baseUrl}}/${parts.join('/')}`,
    host: ['{{baseUrl}}'],
    path: parts,
    ...(variable.length === 0 ? {} : { variable }),
  };
}

/** @param {Operation} operation */
function headersOf({ parameters = [], requestBody }) {
  const type = [JSON_BODY, PDF_BODY].find((one) => requestBody?.content[one] !== undefined);
  // The client generates a form's header, which contains the boundary.
  const isForm = requestBody?.content['multipart/form-data'] !== undefined;
  const sent = type === undefined || isForm ? [] : [{ key: 'Content-Type', value: type }];
  const asked = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, required = false, schema, example, description }) => ({
      key: name,
      value: String(schema.example ?? example ?? ''),
      description: schema.description ?? description ?? '',
      disabled: !required,
    }));
  return [...sent, ...asked];
}

/** @param {Operation} operation */
function bodyOf(operation) {
  const fields = formFields(operation);
  const content = operation.requestBody?.content ?? {};
  if (fields.length > 0) return { mode: 'formdata', formdata: fields.map(formPart) };
  if (content[JSON_BODY] !== undefined) {
    const raw = JSON.stringify(content[JSON_BODY].example ?? {}, null, 2);
    return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
  }
  return content[PDF_BODY] === undefined ? undefined : { mode: 'file', file: { src: null } };
}

/** @param {import('./operations.mjs').Field} field */
function formPart({ name, schema, isFile }) {
  const description = schema.description ?? '';
  if (isFile) return { key: name, type: 'file', src: null, description };
  return { key: name, type: 'text', value: String(schema.default ?? ''), description, disabled: true };
}
