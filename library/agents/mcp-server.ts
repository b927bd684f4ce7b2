import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ENGINE_VERSION, type Progress } from '../../shared/index.ts';
import { documentSentence, type Facts, type PdfToolDeps, pdfTools } from './pdf-tools.ts';

const PATH = z.string().min(1).max(4096);
const PASSWORD = z.string().optional().describe('opens a locked PDF; it stays locked');
const MAX_LISTED = 200;
const USUALLY_LISTED = 20;

export interface McpDeps extends PdfToolDeps {
  /** If false, there is no tool that compresses. */
  readonly mayCompress?: boolean;
}

const VERIFY = z.strictObject({
  before: PATH,
  after: PATH,
  receipt: PATH.optional(),
  strict: z
    .boolean()
    .optional()
    .describe('nothingLost is false also if something was added, or a page looks different'),
  password: PASSWORD,
});
const COUNT = z.number();
/** The answers of the tools. Fields may be added. */
const FACTS = {
  inspect: z.looseObject({ fileSize: COUNT, pages: COUNT, images: COUNT, fonts: COUNT }),
  compress: z.looseObject({
    output: z.string().nullable().describe('null: nothing could be saved, and no file was written'),
    inputSize: COUNT,
    outputSize: COUNT,
    ratio: COUNT,
    unchanged: z.boolean(),
    warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  }),
  verify: z.looseObject({
    nothingLost: z.boolean(),
    differentDocuments: z.boolean(),
    lost: z.array(z.object({ kind: z.string(), count: COUNT })),
    added: z.array(z.object({ kind: z.string(), count: COUNT })),
    pages: COUNT,
    pagesDrawn: z.boolean().describe('false: nothing is known of how pages look'),
    pagesThatLookDifferent: z
      .array(z.looseObject({ page: COUNT }))
      .optional()
      .describe('spot: the place that differs most, as shares of the page from the upper left'),
  }),
  findLarge: z.looseObject({
    pdfs: COUNT,
    bytes: COUNT,
    largest: z.array(z.object({ path: z.string(), bytes: COUNT })),
  }),
} as const;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Sends progress to a client that asked for it; each message has moved by a percent. */
function progressTo({ _meta, sendNotification }: Extra): (progress: Progress) => void {
  const progressToken = _meta?.progressToken;
  let sent = -1;
  return ({ fraction }) => {
    const percent = Math.floor(fraction * 100);
    if (progressToken === undefined || percent <= sent) return;
    sent = percent;
    const params = { progressToken, progress: percent, total: 100 };
    // The client may have gone; the work ends with its signal.
    void sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  };
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
      inputSchema: z.strictObject({ path: PATH, password: PASSWORD }),
      outputSchema: FACTS.inspect,
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
        inputSchema: z.strictObject({
          path: PATH,
          output: PATH.optional(),
          preset: z.enum(['small', 'balanced', 'sharp', 'lossless']).optional().describe('balanced, without'),
          quality: z.number().int().min(1).max(100).optional().describe('of images; before the preset'),
          targetSizeBytes: z.number().int().min(1).max(2_000_000_000).optional().describe('make it fit'),
          overwrite: z.boolean().optional(),
          password: PASSWORD,
        }),
        outputSchema: FACTS.compress,
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      (ask, extra) => answered(() => tools.compress(ask, extra.signal, progressTo(extra))),
    );
  server.registerTool(
    'verify',
    {
      title: 'Compare two PDFs',
      description: `What of the PDF before is kept in the PDF after, whoever made it: pages, text, links, fields, tags and more.${deps.checkReceipt === undefined ? '' : ' With a receipt of this program the PDF after is made again, and every field of the receipt is compared.'}`,
      // The same but for a name that a server without receipts refuses.
      inputSchema: (deps.checkReceipt === undefined
        ? VERIFY.omit({ receipt: true })
        : VERIFY) as typeof VERIFY,
      outputSchema: FACTS.verify,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (ask) => answered(() => tools.verify(ask)),
  );
  server.registerTool(
    'find_large',
    {
      title: 'Find large PDFs',
      description: 'The largest PDFs in a folder and the folders in it, the largest first.',
      inputSchema: z.strictObject({
        folder: PATH,
        limit: z.number().int().min(1).max(MAX_LISTED).optional(),
      }),
      outputSchema: FACTS.findLarge,
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
