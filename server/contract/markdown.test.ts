import { expect, test } from 'vitest';
import { OPTION_NAMES } from '../../shared/index.ts';
import { startHttpService } from '../testing/http-service.ts';
import { openApiDocument } from './openapi.ts';

const PAGES = ['compress', 'inspect', 'health', 'keys', 'errors', 'limits', 'retries', 'jobs', 'agents'];

test('what programs read leads to every page, and those say what the contract says', async () => {
  const service = await startHttpService({ apiLimits: { uploadBytes: 123_456 } });
  const read = async (path: string) => {
    const answer = await fetch(service.origin + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return { type: answer.headers.get('Content-Type'), text: await answer.text() };
  };
  const { type, text } = await read('/llms.txt');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# Pagelight API\n\n> Send a PDF/);
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link!);
  expect(new Set(links).size, 'an operationId is the name of another page').toBe(links.length);
  expect(links).toEqual([...PAGES.map((name) => `/docs/${name}.md`), '/api/openapi.json']);
  const pages = new Map<string, string>();
  for (const link of links.slice(0, -1)) {
    const page = await read(link);
    expect(page.type).toBe('text/markdown; charset=utf-8');
    expect(page.text).not.toContain('undefined');
    pages.set(link, page.text);
  }
  for (const name of OPTION_NAMES) expect(pages.get('/docs/compress.md')).toContain(`\`${name}\` (`);
  expect(pages.get('/docs/compress.md')).toContain('integer, 1 to 100, default 75');
  for (const { code } of openApiDocument()['x-problems'])
    expect(pages.get('/docs/errors.md')).toContain(` ${code}\``);
  expect(pages.get('/docs/limits.md')).toContain('`uploadBytes` 123456: largest document');
  expect((await read('/docs.md')).text).toBe(text);
  expect((await fetch(`${service.origin}/docs/nothing.md`)).status).toBe(404);
  await service.close();
});
