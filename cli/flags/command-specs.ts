import { coreFlagsWithDefaults } from './core-flags.ts';
import type { CommandSpec, Flag } from './flag.ts';
import { HELP_FLAG, PASSWORD_FLAG, PRESET_FLAG, SHRINK_SPEC } from './shrink-spec.ts';

const PLAIN_HELP: Flag = { ...HELP_FLAG, says: 'print this' };

export const COMPRESS_SPEC: CommandSpec = {
  name: 'compress',
  operands: 'IN.pdf OUT.pdf [options]',
  says: 'Makes a PDF smaller and writes the result to OUT.pdf, which may be IN.pdf itself.',
  groups: [
    { title: 'Options', flags: [PRESET_FLAG, ...coreFlagsWithDefaults()] },
    {
      title: 'How it runs',
      flags: [
        PASSWORD_FLAG,
        {
          name: 'receipt',
          value: 'FILE',
          names: 'file',
          says: 'write a receipt as JSON: digests, options, what was found equal; see verify --help',
        },
        { name: 'force', says: 'replace files that are there and are no results of IN.pdf' },
        { name: 'json', says: 'print the report as JSON, with what was done to each image and font' },
        PLAIN_HELP,
      ],
    },
  ],
};

export const INSPECT_SPEC: CommandSpec = {
  name: 'inspect',
  operands: 'FILE.pdf [options]',
  says: 'Says what a PDF is and where its bytes are. Nothing is changed.',
  groups: [
    {
      title: 'Options',
      flags: [
        { name: 'json', says: 'print everything as JSON' },
        { ...PASSWORD_FLAG, says: 'password that opens the PDF' },
        PLAIN_HELP,
      ],
    },
  ],
};

export const VERIFY_SPEC: CommandSpec = {
  name: 'verify',
  operands: 'BEFORE.pdf AFTER.pdf [RECEIPT.json] [options]',
  says: `Says what of a PDF is kept in a smaller one that was made of it, by this program or by any other: pages, text, links,
bookmarks, fields, tags, layers, attachments, pictures and more, page by page, and how alike each page looks. With a
receipt of this program the smaller one and the receipt are made again, and every field is compared.`,
  groups: [
    {
      title: 'Options',
      flags: [
        { name: 'json', says: 'print everything as JSON' },
        { name: 'no-scores', says: 'do not draw the pages' },
        {
          name: 'verify-with',
          value: 'FILE',
          names: 'file',
          says: 'check the signature beside the receipt (RECEIPT.json.sig) with the public key in FILE (Ed25519, PEM)',
        },
        { ...PASSWORD_FLAG, says: 'password that opens the PDFs' },
        PLAIN_HELP,
      ],
    },
  ],
};

export const MCP_SPEC: CommandSpec = {
  name: 'mcp',
  operands: 'FOLDER ...',
  says: `Tools for agents, by the Model Context Protocol on standard input and output: inspect, compress, verify, find_large. They read and
write PDFs in these folders and nowhere else, replace no file without being told to, and answer with facts, never with documents.`,
  groups: [{ title: 'Options', flags: [PLAIN_HELP] }],
};

/** All commands with flags; the unnamed default command is first. */
export const COMMAND_SPECS: readonly CommandSpec[] = [
  SHRINK_SPEC,
  COMPRESS_SPEC,
  INSPECT_SPEC,
  VERIFY_SPEC,
  MCP_SPEC,
];

/** Commands without flags, or documented elsewhere. */
export const PLAIN_COMMANDS: Readonly<Record<string, string>> = {
  serve: 'the page and the API, where the server is installed',
  keys: 'API keys of the server',
  completion: 'completions for bash, zsh or fish: completion SHELL',
  man: 'the manual page, for man -l -',
  help: 'this, or of a command: help COMMAND',
  version: 'the version',
};
