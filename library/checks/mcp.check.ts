import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-mcp-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('pagelight mcp of the package speaks with the client of the official SDK', async () => {
  writeFileSync(join(folder, 'a.pdf'), await smallPdf());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(inject('app'), 'node_modules/pagelight/pagelight.js'), 'mcp', folder],
    stderr: 'pipe',
  });
  let err = '';
  transport.stderr?.on('data', (text) => {
    err += text;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['inspect', 'compress', 'verify', 'find_large']);
  const found = await client.callTool({ name: 'inspect', arguments: { path: 'a.pdf' } });
  expect(found.structuredContent).toMatchObject({ pages: 2 });
  for (const { inputSchema, outputSchema } of tools)
    expect([inputSchema.additionalProperties, outputSchema?.type]).toEqual([false, 'object']);
  const odd = await client.callTool({ name: 'compress', arguments: { path: 'a.pdf', maxDpi: 50 } });
  expect([odd.isError, JSON.stringify(odd.content)]).toEqual([true, expect.stringContaining('maxDpi')]);
  const steps: number[] = [];
  const made = await client.callTool({ name: 'compress', arguments: { path: 'a.pdf' } }, undefined, {
    onprogress: ({ progress }) => void steps.push(progress),
  });
  expect(steps.at(-1)).toBe(100);
  expect(made.structuredContent).toMatchObject({ outputSize: statSync(join(folder, 'a-light.pdf')).size });
  const refused = await client.callTool({ name: 'inspect', arguments: { path: '/etc/hostname' } });
  expect(refused.isError).toBe(true);
  await client.close();
  expect(err).toBe('');
});
