/**
 * The parts of the OpenAPI document that are used.
 *
 * @typedef {{
 *   readonly type?: string,
 *   readonly format?: string,
 *   readonly description?: string,
 *   readonly default?: unknown,
 *   readonly properties?: Readonly<Record<string, Schema>>,
 *   readonly required?: readonly string[],
 * }} Schema
 * @typedef {{
 *   readonly name: string,
 *   readonly in: string,
 *   readonly required?: boolean,
 *   readonly description?: string,
 *   readonly example?: unknown,
 *   readonly schema: Schema & { readonly example?: unknown },
 * }} Parameter
 * @typedef {{
 *   readonly operationId: string,
 *   readonly summary: string,
 *   readonly description: string,
 *   readonly tags: readonly string[],
 *   readonly security?: readonly unknown[],
 *   readonly parameters?: readonly Parameter[],
 *   readonly requestBody?: {
 *     readonly content: Readonly<Record<string, { readonly schema: Schema, readonly example?: unknown }>>,
 *   },
 * }} Operation
 * @typedef {{ readonly method: string, readonly path: string, readonly operation: Operation }} Endpoint
 * @typedef {{ readonly name: string, readonly schema: Schema, readonly isFile: boolean }} Field
 * @typedef {{
 *   readonly info: { readonly title: string, readonly description: string },
 *   readonly tags: readonly { readonly name: string, readonly description: string }[],
 *   readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
 * }} Contract
 */

/**
 * The OpenAPI document as the server generates it; the server's compiler settings apply. @returns {Promise<Contract>}
 */
export async function contract() {
  const source = new URL('../../server/contract/openapi.ts', import.meta.url).href;
  const { openApiDocument } = await import(/* @vite-ignore */ source);
  return openApiDocument();
}

/** @param {Contract} document @returns {readonly Endpoint[]} */
export function endpointsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/**
 * Fields of the form, the document first; empty if the operation has no form. @param {Operation} operation @returns
 * {readonly Field[]}
 */
export function formFields({ requestBody }) {
  const properties = requestBody?.content['multipart/form-data']?.schema.properties ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isFile: schema.format === 'binary',
  }));
}

/** @param {Operation} operation */
export function needsKey({ security }) {
  return (security ?? []).length > 0;
}
