/** How to call the API of the server at `origin`, each to be run as it stands; with the page's usual options, it gives the same files. */

export interface Snippet {
  readonly language: string;
  readonly code: string;
}

export const KEY_IN_ENVIRONMENT = 'export PAGELIGHT_KEY=pgl_live_…';

/** What the answer says of a file, with numbers as an example. */
export const RESULT_HEADERS = [
  ['X-Original-Size', '48612904'],
  ['X-Compressed-Size', '11204118'],
  ['X-Compression-Ratio', '0.230476'],
] as const;

export function snippets(origin: string): readonly Snippet[] {
  const address = `${origin}/api/v1/compress`;
  return [
    { language: 'curl', code: curl(address) },
    { language: 'TypeScript', code: typeScript(address) },
    { language: 'Python', code: python(address) },
  ];
}

// -f: an error must not end up in a file that is called PDF.
function curl(address: string): string {
  return `curl -f ${address} \\
  -H "Authorization: Bearer $PAGELIGHT_KEY" \\
  -F file=@report.pdf -F quality=75 -F minDpi=150 \\
  -o report-light.pdf -w '%{http_code}\\n'`;
}

function typeScript(address: string): string {
  return `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const form = new FormData();
form.set('file', await openAsBlob('report.pdf'), 'report.pdf');
form.set('quality', '75');
form.set('minDpi', '150');

const answer = await fetch('${address}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.PAGELIGHT_KEY}\` },
  body: form,
});
if (!answer.ok) throw new Error((await answer.json()).detail);
await writeFile('report-light.pdf', Buffer.from(await answer.arrayBuffer()));`;
}

function python(address: string): string {
  return `import os, requests

with open("report.pdf", "rb") as pdf:
    answer = requests.post(
        "${address}",
        headers={"Authorization": f"Bearer {os.environ['PAGELIGHT_KEY']}"},
        files={"file": pdf},
        data={"quality": 75, "minDpi": 150},
        timeout=300,
    )
answer.raise_for_status()
with open("report-light.pdf", "wb") as light:
    light.write(answer.content)`;
}
