import { type Settings, settingTexts } from '../settings/settings.ts';

/** Characters that a shell, in double quotes, and curl's `-F` both take as they are. */
const PLAIN_NAME = /^[\p{L}\p{N} ._()–-]+$/u;

/** The call that gives the same bytes as this tab does with these settings. */
export function curlCall(origin: string, settings: Settings, inputName: string, outputName: string): string {
  const isPlain = PLAIN_NAME.test(inputName) && PLAIN_NAME.test(outputName);
  const [input, output] = isPlain ? [inputName, outputName] : ['document.pdf', 'document-light.pdf'];
  const fields = [...settingTexts(settings)].map(([name, text]) => `-F ${name}=${text}`);
  return [
    `curl ${origin}/api/v1/compress`,
    '-H "Authorization: Bearer $PAGELIGHT_KEY"',
    `-F "file=@${input}"`,
    fields.slice(0, 2).join(' '),
    fields.slice(2).join(' '),
    `-o "${output}"`,
  ].join(' \\\n  ');
}
