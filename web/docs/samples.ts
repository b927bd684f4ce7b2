import { firstCall, type Language } from '../text/api-call.ts';
import type { Endpoint } from './contract.ts';

/** A call of this endpoint that works as it is, once the key is in the environment. */
export function sample(language: Language, { path, operation }: Endpoint, origin: string): string {
  if (operation.operationId === 'compress') return firstCall(language, origin);
  const calls = operation.requestBody === undefined ? QUESTIONS : UPLOADS;
  return calls[language](`${origin}${path}`);
}

/** Nothing is sent, JSON comes back. */
const QUESTIONS: Readonly<Record<Language, (url: string) => string>> = {
  curl: (url) => `curl --fail-with-body ${url}`,
  typescript: (url) => `const answer = await fetch('${url}');
console.log(await answer.json());`,
  python: (url) => `import requests

print(requests.get("${url}").json())`,
  powershell: (url) => `Invoke-RestMethod "${url}"`,
};

/** A PDF is sent, JSON comes back. */
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
