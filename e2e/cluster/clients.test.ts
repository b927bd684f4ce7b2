import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../server/contract/openapi.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { type HttpService, startHttpService } from '../../server/testing/http-service.ts';
import { inlineRunner } from '../../server/testing/inline-runner.ts';
import { PRESETS } from '../../shared/index.ts';
import type { Contract } from '../../web/docs/contract.ts';
import { endpoints } from '../../web/docs/contract.ts';
import { sample } from '../../web/docs/samples.ts';
import { LANGUAGES, type Language } from '../../web/text/api-call.ts';

const run = promisify(execFile);
const pdf = await smallPdf();
let service: HttpService;
let folder: string;
let expected: Buffer;

beforeAll(async () => {
  service = await startHttpService();
  folder = await mkdtemp(join(tmpdir(), 'pagelight-clients-'));
  await writeFile(join(folder, 'report.pdf'), pdf);
  const job = { buffer: new Uint8Array(pdf).buffer, byteLength: pdf.length, options: PRESETS.balanced };
  const outcome = await inlineRunner().run(job, new AbortController().signal);
  if (!outcome.ok) throw new Error('the document must be done');
  expected = Buffer.from(outcome.bytes);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function shell(command: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, PAGELIGHT_KEY: service.key };
  return (await run(command, args, { cwd: folder, env, timeout: 60_000 })).stdout;
}

/** Debian's own Python has the packages from apt, whatever else is on the PATH. */
const PYTHON = '/usr/bin/python3';

/** Debian has no PowerShell: its calls are only parsed, below. */
type Installed = Exclude<Language, 'powershell'>;
const INSTALLED = LANGUAGES.filter((language) => language !== 'powershell');

const RUN: Readonly<Record<Installed, (code: string) => Promise<string>>> = {
  curl: (code) => shell('bash', ['-c', code]),
  async typescript(code) {
    await writeFile(join(folder, 'call.mjs'), code);
    return shell(process.execPath, ['call.mjs']);
  },
  python: (code) => shell(PYTHON, ['-c', code]),
};

// The page reads the same document over HTTP.
const all = endpoints(JSON.parse(JSON.stringify(openApiDocument())) as Contract);

test.each(INSTALLED)(
  'every call that the API pages show in %s works as it stands there',
  async (language) => {
    for (const endpoint of all) {
      await rm(join(folder, 'report-light.pdf'), { force: true });
      const printed = await RUN[language](sample(language, endpoint, service.origin));
      if (endpoint.operation.operationId === 'compress') {
        expect((await readFile(join(folder, 'report-light.pdf'))).equals(expected)).toBe(true);
      } else {
        expect(printed).toMatch(endpoint.operation.operationId === 'health' ? /ok/ : /fileSize/);
      }
    }
  },
);

test('every call in PowerShell sends key and document to the same address as the others', () => {
  for (const endpoint of all) {
    const code = sample('powershell', endpoint, service.origin);
    expect(code).toContain(`Invoke-RestMethod "${service.origin}${endpoint.path}"`);
    if (endpoint.method === 'POST')
      expect(code).toMatch(/Bearer \$env:PAGELIGHT_KEY.*-Method Post -Headers \$headers -Form/s);
  }
});

test('curl: a name that is not ASCII, fields after the file, a body of its own, chunks, and waiting to be invited', async () => {
  await writeFile(join(folder, 'Prüfung „1“.pdf'), pdf);
  const curl = (...args: string[]) =>
    shell('curl', ['-sS', '-D', '-', '-o', 'out.pdf', '-H', `X-API-Key: ${service.key}`, ...args]);
  const url = `${service.origin}/api/v1/compress`;
  const whole = async () => (await readFile(join(folder, 'out.pdf'))).equals(expected);

  const named = await curl('-F', 'file=@Prüfung „1“.pdf', '-F', 'quality=75', `${url}?quality=20`);
  expect(named).toContain("filename*=UTF-8''Pr%C3%BCfung%20%E2%80%9E1%E2%80%9C-light.pdf");
  expect(named.toLowerCase()).toContain('x-compression-options: quality=75&');
  expect(await whole()).toBe(true);

  const bare = ['--data-binary', '@report.pdf', '-H', 'Content-Type: application/pdf', url];
  expect(await curl(...bare)).toMatch(/^HTTP\/1\.1 200/);
  expect(await whole()).toBe(true);
  expect(await curl('-H', 'Transfer-Encoding: chunked', ...bare)).toMatch(/^HTTP\/1\.1 200/);
  expect(await curl('-H', 'Expect: 100-continue', ...bare)).toMatch(
    /^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200/,
  );
  // Two requests over one connection.
  expect(
    (await curl(...bare, '--next', '-sS', '-D', '-', '-o', 'out.pdf', `${service.origin}/healthz`)).match(
      /^HTTP.1\.1 200/gm,
    ),
  ).toHaveLength(2);
});

test('Python: a session, a stream without a length, a name in RFC 8187, and a problem that can be read', async () => {
  const code = `
import os, requests
session = requests.Session()
session.headers["X-API-Key"] = os.environ["PAGELIGHT_KEY"]
url = "${service.origin}/api/v1/compress"
def chunks():
    with open("report.pdf", "rb") as file:
        while part := file.read(500):
            yield part
streamed = session.post(url, data=chunks(), headers={"Content-Type": "application/pdf"})
named = session.post(url, files={"file": ("Bücher.pdf", open("report.pdf", "rb"))}, data={"stripMetadata": "true"})
refused = session.post(url, files={"file": b"text"}, data={"quality": 101})
report = session.post(url, files={"file": open("report.pdf", "rb")}, headers={"Accept": "application/json", "Prefer": "return=minimal"})
print(streamed.status_code, named.headers["Content-Disposition"], refused.json()["errors"][0]["field"], report.json()["report"]["ratio"] < 1)
assert streamed.content == named.content
`;
  expect((await RUN.python(code)).trim()).toBe(
    `200 attachment; filename="B_cher-light.pdf"; filename*=UTF-8''B%C3%BCcher-light.pdf quality True`,
  );
});
