import { firstCall, type Language, uploadCall } from '../text/api-call.ts';
import type { Endpoint } from './contract.ts';

/** A working call of this endpoint, given the key in the environment. */
export function sample(language: Language, { path, operation }: Endpoint, origin: string): string {
  if (operation.operationId === 'compress') return firstCall(language, origin);
  const url = `${origin}${path}`;
  return operation.requestBody === undefined ? QUESTIONS[language](url) : uploadCall(language, url);
}

/** Calls that send nothing and return JSON. */
const QUESTIONS: Readonly<Record<Language, (url: string) => string>> = {
  curl: (url) => `curl --fail-with-body ${url}`,
  typescript: (url) => `const answer = await fetch('${url}');
console.log(await answer.json());`,
  python: (url) => `import requests

print(requests.get("${url}").json())`,
  powershell: (url) => `Invoke-RestMethod "${url}"`,
};
