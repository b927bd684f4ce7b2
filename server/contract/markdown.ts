import { CONTRACT } from '../text/contract.ts';
import { AGENTS, type openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/**
 * The docs pages as Markdown, by the name in their URL (`/docs/NAME.md`), generated from the OpenAPI document; the
 * overview is `index`.
 */
export function apiMarkdown(document: Document): ReadonlyMap<string, string> {
  const pages = new Map<string, string>([['index', llmsText(document)]]);
  for (const { method, path, operation } of operationsOf(document))
    pages.set(operation.operationId, operationPage(method, path, operation));
  for (const { name, title, text } of document['x-pages'])
    pages.set(name, asText([`# ${title}`, ...text, ...extraOf(name, document)]));
  return pages;
}

/** The overview for programs (llmstxt.org): what this is, and links to the rest. */
export function llmsText(document: Document): string {
  const link = (name: string, title: string, about: string) => `- [${title}](/docs/${name}.md): ${about}`;
  const addresses = operationsOf(document).map(({ method, path, operation }) =>
    link(operation.operationId, operation.summary, `\`${method} ${path}\``),
  );
  const pages = document['x-pages'].map(({ name, title, text }) =>
    link(name, title, firstSentence(text[0]!)),
  );
  return asText([
    `# ${CONTRACT.title}`,
    `> ${CONTRACT.overview}`,
    '## Addresses',
    addresses.join('\n'),
    '## Good to know',
    pages.join('\n'),
    '## Optional',
    '- [OpenAPI 3.1](/api/openapi.json): the same for programs',
  ]);
}

function asText(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

/** Operations with their own page. */
function operationsOf({ paths }: Document) {
  const all = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      // This server generated it, in openapi.ts.
      operation: operation as unknown as Operation,
    })),
  );
  return all.filter(({ operation: { tags } }) => !tags.includes(AGENTS));
}

function operationPage(method: string, path: string, operation: Operation): string {
  const fields = operation.requestBody?.content['multipart/form-data']?.schema.properties ?? {};
  const rows = Object.entries(fields).map(
    ([name, schema]) => `- \`${name}\` (${kindOf(schema)}): ${schema.description ?? ''}`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, { description }]) => `- \`${status}\`: ${description}`,
  );
  return asText([
    `# ${operation.summary}`,
    `\`${method} ${path}\``,
    operation.description,
    ...(rows.length === 0 ? [] : ['## Fields', rows.join('\n')]),
    '## Call',
    `\`\`\`sh\n${curlCall(method, path, operation)}\n\`\`\``,
    '## Answers',
    answers.join('\n'),
  ]);
}

function kindOf({ type, format, minimum, maximum, default: usual }: Schema): string {
  const kind = format === 'binary' ? 'PDF' : (type ?? 'text');
  const range = minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`];
  return [kind, ...range, ...(usual === undefined ? [] : [`default ${usual}`])].join(', ');
}

function curlCall(method: string, path: string, { operationId }: Operation): string {
  if (method === 'GET') return `curl --fail-with-body "$PAGELIGHT_URL${path}"`;
  const isCompress = operationId === 'compress';
  return [
    // A file named as a PDF must not hold an error; printed output may.
    `curl ${isCompress ? '-f' : '--fail-with-body'} "$PAGELIGHT_URL${path}"`,
    '-H "Authorization: Bearer $PAGELIGHT_KEY"',
    '-F file=@report.pdf',
    ...(isCompress ? ['-F quality=75 -F minDpi=150', '-o report-light.pdf'] : []),
  ].join(' \\\n  ');
}

function extraOf(name: string, document: Document): readonly string[] {
  const problems = document['x-problems'].map(
    ({ code, status, title }) => `- \`${status} ${code}\`: ${title}.`,
  );
  const limits = document['x-limits'].map(
    ({ name: limit, value, text }) => `- \`${limit}\` ${value}: ${text}`,
  );
  const lines = name === 'errors' ? problems : name === 'limits' ? limits : [];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0]!;
}
