import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ENGINE_VERSION } from '../../shared/index.ts';
import { documentSentence, type Facts, type PdfToolDeps, pdfTools } from './pdf-tools.ts';

const PATH = z.string().min(1).max(4096);
const PASSWORD = z.string().optional().describe('opens a locked PDF; it stays locked');
const MAX_LISTED = 200;
const USUALLY_LISTED = 20;

export interface McpDeps extends PdfToolDeps {
  /** If false, there is no tool that compresses. */
  readonly mayCompress?: boolean;
}

/** The four tools over the Model Context Protocol. They take paths and return facts, never a document's bytes. */
export function createMcpServer(deps: McpDeps): McpServer {
  const server = new McpServer(
    { name: 'pagelight', version: ENGINE_VERSION },
    {
      instructions: `Makes PDFs smaller without harming them. ${deps.files.instructions} Their bytes are never part of an answer.`,
    },
  );
  const tools = pdfTools(deps);
  const answered = (work: () => Promise<Facts>) => answer(work, deps.sentenceOf);

  server.registerTool(
    'inspect',
    {
      title: 'Inspect a PDF',
      description: 'What a PDF is and where its bytes are: pages, kind of document, images, fonts.',
      inputSchema: { path: PATH, password: PASSWORD },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ path, password }) => answered(() => tools.inspect(path, password)),
  );
  if (deps.mayCompress !== false)
    server.registerTool(
      'compress',
      {
        title: 'Make a PDF smaller',
        description:
          'Writes a smaller PDF beside the original (NAME-light.pdf) or to output. It was compared with the original, object by object; where nothing can be saved no file is written. An existing file is replaced only with overwrite.',
        inputSchema: {
          path: PATH,
          output: PATH.optional(),
          preset: z.enum(['small', 'balanced', 'sharp', 'lossless']).optional().describe('balanced, without'),
          quality: z.number().int().min(1).max(100).optional().describe('of images; before the preset'),
          targetSizeBytes: z.number().int().min(1).max(2_000_000_000).optional().describe('make it fit'),
          overwrite: z.boolean().optional(),
          password: PASSWORD,
        },
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      (ask, { signal }) => answered(() => tools.compress(ask, signal)),
    );
  server.registerTool(
    'verify',
    {
      title: 'Compare two PDFs',
      description: `What of the PDF before is kept in the PDF after, whoever made it: pages, text, links, fields, tags and more.${deps.checkReceipt === undefined ? '' : ' With a receipt of this program the PDF after is made again, and every field of the receipt is compared.'}`,
      inputSchema: {
        before: PATH,
        after: PATH,
        ...(deps.checkReceipt === undefined ? {} : { receipt: PATH.optional() }),
        strict: z.boolean().optional().describe('nothingLost is false also if something was added'),
        password: PASSWORD,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (ask) => answered(() => tools.verify(ask)),
  );
  server.registerTool(
    'find_large',
    {
      title: 'Find large PDFs',
      description: 'The largest PDFs in a folder and the folders in it, the largest first.',
      inputSchema: { folder: PATH, limit: z.number().int().min(1).max(MAX_LISTED).optional() },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ folder, limit = USUALLY_LISTED }) => answered(() => tools.findLarge(folder, limit)),
  );
  return server;
}

async function answer(
  work: () => Promise<Facts>,
  sentenceOf: McpDeps['sentenceOf'],
): Promise<CallToolResult> {
  try {
    const facts = await work();
    return { content: [{ type: 'text', text: JSON.stringify(facts) }], structuredContent: { ...facts } };
  } catch (thrown) {
    const sentence = documentSentence(thrown) ?? sentenceOf(thrown);
    if (sentence === null) throw thrown;
    return { isError: true, content: [{ type: 'text', text: sentence }] };
  }
}
