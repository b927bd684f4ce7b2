import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { FileRefusal } from '../../library/agents/agent-files.ts';
import { createMcpServer } from '../../library/agents/mcp-server.ts';
import { nodeDocuments } from '../../library/node/node-documents.ts';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { terminal } from '../../library/terminal/output.ts';
import { helped, wrongUsage } from '../../library/terminal/usage.ts';
import { Pieces, wholeBytes } from '../../shared/pdf/byte-source.ts';
import { lookAtPages } from '../drawing/look-at-pages.ts';
import { MCP_SPEC } from '../flags/command-specs.ts';
import { flagsOf } from '../flags/flag.ts';
import { readFlags } from '../flags/read-flags.ts';
import { AllowedFolders } from '../mcp/allowed-folders.ts';
import { folderFiles } from '../mcp/folder-files.ts';
import { describeFileError } from '../text/files.ts';

export const MCP_USAGE = `Usage: pagelight mcp ${MCP_SPEC.operands}

${MCP_SPEC.says}

For a client that is set up with JSON:
  { "mcpServers": { "pagelight": { "command": "pagelight", "args": ["mcp", "/home/me/Documents"] } } }
`;

/** `pagelight mcp FOLDER …`, until the client disconnects. */
export async function runMcp(args: readonly string[]): Promise<ExitCode> {
  const { flags, positionals, faults } = readFlags(args, flagsOf(MCP_SPEC));
  if (flags.has('help')) return helped(terminal, MCP_USAGE);
  const allFaults = [...faults];
  if (positionals.length === 0) allFaults.push('Say which folders agents may work in.');
  if (allFaults.length > 0) return wrongUsage(terminal, allFaults);
  try {
    await serve(await AllowedFolders.of(positionals));
    return EXIT.OK;
  } catch (thrown) {
    if (!(thrown instanceof FileRefusal)) throw thrown;
    terminal.err(`${thrown.message}\n`);
    return EXIT.IO_ERROR;
  }
}

async function serve(folders: AllowedFolders): Promise<void> {
  const pool = nodeDocuments({ documents: availableParallelism(), threads: availableParallelism() });
  const passwordOf = (password: string | undefined) => (password === undefined ? {} : { password });
  const server = createMcpServer({
    files: folderFiles(folders),
    sentenceOf: fileSentence,
    compress: async (input, { options, password, signal, onProgress }) => {
      const { pieces, report } = await pool.run(
        { kind: 'compress', input, options, withReceipt: false, ...passwordOf(password) },
        { signal, onProgress },
      );
      return { bytes: wholeBytes(new Pieces(pieces)), report };
    },
    inspect: (input, password) => pool.run({ kind: 'inspect', input, ...passwordOf(password) }),
    verify: (before, after, password) => pool.run({ kind: 'verify', before, after, ...passwordOf(password) }),
    look: lookAtPages,
    checkReceipt: (receipt, before, after, password) =>
      pool.run({ kind: 'check-receipt', receipt, before, after, ...passwordOf(password) }),
  });
  await server.connect(new StdioServerTransport());
  await once(process.stdin, 'end');
  await server.close();
  pool.terminate();
}

/** The message of a file system error; null for other errors. */
function fileSentence(thrown: unknown): string | null {
  return thrown instanceof Error && 'syscall' in thrown ? describeFileError(thrown) : null;
}
