import type { Handler, Hono } from 'hono';
import { apiMarkdown, llmsText } from '../contract/markdown.ts';
import { type ApiLimits, openApiDocument } from '../contract/openapi.ts';
import type { AppEnv } from '../http/app-env.ts';
import { mount } from '../http/mount.ts';

/** `GET /api/openapi.json`: the API's contract, generated once. */
export function openApiRoute(limits: ApiLimits): Handler<AppEnv> {
  return textRoute(JSON.stringify(openApiDocument(limits)), 'application/json');
}

/** The contract as text: `/llms.txt`, `/docs.md`, and each docs page with the suffix `.md`. */
export function mountApiTexts(app: Hono<AppEnv>, limits: ApiLimits): void {
  const document = openApiDocument(limits);
  mount(app, '/llms.txt', { GET: textRoute(llmsText(document), 'text/plain; charset=utf-8') });
  for (const [name, text] of apiMarkdown(document)) {
    const path = name === 'index' ? '/docs.md' : `/docs/${name}.md`;
    mount(app, path, { GET: textRoute(text, 'text/markdown; charset=utf-8') });
  }
}

function textRoute(text: string, type: string): Handler<AppEnv> {
  return (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
}
