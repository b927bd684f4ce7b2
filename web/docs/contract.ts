/** The parts of the OpenAPI document that this page uses; the server generates it from its validation schemas. */
export interface Contract {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-problems': readonly ProblemKind[];
  /** Pages about no single endpoint. */
  readonly 'x-pages': readonly TextOfPage[];
  /** This server's limits. */
  readonly 'x-limits': readonly { readonly name: string; readonly value: number; readonly text: string }[];
}

export interface TextOfPage {
  readonly name: string;
  readonly title: string;
  readonly text: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ContractParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
}

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface ContractParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface ProblemKind {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}

/** An operation with its path. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** One parameter. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const ADDRESS = '/api/openapi.json';

let asked: Promise<Contract> | undefined;

/** Fetches this server's contract once; again after a failure. */
export function fetchContract(): Promise<Contract> {
  asked ??= fetch(ADDRESS)
    .then((response) => {
      if (!response.ok) throw new Error(`${ADDRESS} was answered with ${response.status}`);
      return response.json() as Promise<Contract>;
    })
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

/** Those that have a page each: the addresses for agents have one together, and those of jobs. */
export function endpoints({ paths }: Contract): readonly Endpoint[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return all.filter(({ operation: { tags } }) => !tags.includes('Agents') && !tags.includes('Jobs'));
}

/** Fields of the form, the document first. */
export function formFields({ requestBody }: Operation): readonly Field[] {
  const schema = requestBody?.content['multipart/form-data']?.schema;
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema?.required?.includes(name) ?? false,
  }));
}

export function headerFields({ parameters = [] }: Operation): readonly Field[] {
  return parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, schema, required = false }) => ({ name, schema, required }));
}
