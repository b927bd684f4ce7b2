import {
  type CompressOptions,
  DEFAULT_OPTIONS,
  OPTION_NAMES,
  type OptionName,
  PRESETS,
} from '../../shared/index.ts';

/** Characters that need no escaping in a double-quoted shell string, a program's string and curl's `-F`. */
const PLAIN_NAME = /^[\p{L}\p{N} ._()–-]+$/u;

/** Options that are always shown; others only if they differ from the default. */
const ALWAYS: ReadonlySet<OptionName> = new Set([
  'quality',
  'maxDimension',
  'stripMetadata',
  'convertToJpeg',
] as const);

export const LANGUAGES = ['curl', 'typescript', 'python', 'powershell'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same in every language of the page. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  powershell: 'PowerShell',
};

/** Languages whose calls are typed into a terminal. */
export const SHELLS = ['curl', 'powershell'] as const satisfies readonly Language[];

/** Asks for the key in a terminal and sets it in the environment: no key is in a command, which the shell keeps. */
export function keyInEnvironment(language: Language): string {
  return language === 'powershell'
    ? '$env:PAGELIGHT_KEY = Read-Host "Key"'
    : "printf 'Key: ' >&2 && read -rs PAGELIGHT_KEY && export PAGELIGHT_KEY";
}

export interface Call {
  /** Origin of the server, such as `https://pdf.example`. */
  readonly origin: string;
  readonly options: CompressOptions;
  readonly inputName: string;
  readonly outputName: string;
  /** Whether the call prints the headers of the answer, which say what was saved. */
  readonly showsHeaders?: boolean;
}

/** The call that gives the same bytes as this tab with these options. */
export function apiCall(language: Language, call: Call): string {
  return CALLS[language](withPlainNames(call));
}

/** A first call with the page's initial options, so that it gives the same file as the page. It prints the headers. */
export function firstCall(language: Language, origin: string): string {
  const names = { inputName: 'report.pdf', outputName: 'report-light.pdf' };
  return apiCall(language, { origin, options: PRESETS.balanced, showsHeaders: true, ...names });
}

/** Sends a PDF to this URL and receives JSON. */
export function uploadCall(language: Language, url: string): string {
  return UPLOADS[language](url);
}

const CALLS: Readonly<Record<Language, (call: Call) => string>> = {
  curl: ({ origin, options, inputName, outputName, showsHeaders }) => {
    const fields = fieldsOf(options).map(([name, text]) => `-F ${name}=${text}`);
    const pairs = fields.flatMap((field, index) =>
      index % 2 === 0 ? [[field, fields[index + 1]].filter(Boolean).join(' ')] : [],
    );
    return [
      // With --fail-with-body, an error would be written into the PDF's file.
      `curl -f ${origin}/api/v1/compress`,
      '-H "Authorization: Bearer $PAGELIGHT_KEY"',
      `-F "file=@${inputName}"`,
      ...pairs,
      showsHeaders === true ? `-D - -o "${outputName}"` : `-o "${outputName}" -w '%{http_code}\\n'`,
    ].join(' \\\n  ');
  },

  typescript: ({ origin, options, inputName, outputName, showsHeaders }) =>
    `import { readFile, writeFile } from 'node:fs/promises';

const form = new FormData();
form.set('file', new Blob([await readFile('${inputName}')]), '${inputName}');
${fieldsOf(options)
  .map(([name, text]) => `form.set('${name}', '${text}');`)
  .join('\n')}

const answer = await fetch('${origin}/api/v1/compress', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.PAGELIGHT_KEY}\` },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile('${outputName}', new Uint8Array(await answer.arrayBuffer()));${
      showsHeaders === true ? '\nconsole.log(answer.headers);' : ''
    }`,

  python: ({ origin, options, inputName, outputName, showsHeaders }) =>
    `import os

import requests

with open("${inputName}", "rb") as file:
    answer = requests.post(
        "${origin}/api/v1/compress",
        headers={"Authorization": "Bearer " + os.environ["PAGELIGHT_KEY"]},
        files={"file": file},
        data={
${fieldsOf(options)
  .map(([name, text]) => `            "${name}": "${text}",`)
  .join('\n')}
        },
    )
answer.raise_for_status()
with open("${outputName}", "wb") as output:
    output.write(answer.content)${showsHeaders === true ? '\nprint(answer.headers)' : ''}`,

  powershell: ({ origin, options, inputName, outputName, showsHeaders }) =>
    `$headers = @{ Authorization = "Bearer $env:PAGELIGHT_KEY" }
$form = @{
  file = Get-Item "${inputName}"
${fieldsOf(options)
  .map(([name, text]) => `  ${name} = "${text}"`)
  .join('\n')}
}
Invoke-RestMethod "${origin}/api/v1/compress" -Method Post -Headers $headers -Form $form -OutFile "${outputName}"${
      showsHeaders === true ? ' -ResponseHeadersVariable answer\n$answer' : ''
    }`,
};

const UPLOADS: Readonly<Record<Language, (url: string) => string>> = {
  curl: (url) => `curl --fail-with-body ${url} \\
  -H "Authorization: Bearer $PAGELIGHT_KEY" \\
  -F file=@report.pdf`,

  typescript: (url) => `import { readFile } from 'node:fs/promises';

const form = new FormData();
form.set('file', new Blob([await readFile('report.pdf')]), 'report.pdf');

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.PAGELIGHT_KEY}\` },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());`,

  python: (url) => `import os

import requests

with open("report.pdf", "rb") as file:
    answer = requests.post(
        "${url}",
        headers={"Authorization": "Bearer " + os.environ["PAGELIGHT_KEY"]},
        files={"file": file},
    )
answer.raise_for_status()
print(answer.json())`,

  powershell: (url) => `$headers = @{ Authorization = "Bearer $env:PAGELIGHT_KEY" }
Invoke-RestMethod "${url}" -Method Post -Headers $headers -Form @{ file = Get-Item "report.pdf" }`,
};

function fieldsOf(options: CompressOptions): readonly (readonly [OptionName, string])[] {
  return OPTION_NAMES.filter((name) => ALWAYS.has(name) || options[name] !== DEFAULT_OPTIONS[name]).map(
    (name) => [name, String(options[name])] as const,
  );
}

function withPlainNames(call: Call): Call {
  const isPlain = PLAIN_NAME.test(call.inputName) && PLAIN_NAME.test(call.outputName);
  return isPlain ? call : { ...call, inputName: 'document.pdf', outputName: 'document-light.pdf' };
}
