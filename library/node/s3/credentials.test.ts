import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { credentialsFrom } from './credentials.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let base: string;
let folder: string;
let asked: Asked[];
let answer: (request: Asked) => { status?: number; body: string };
beforeEach(async () => {
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'pagelight-credentials-'));
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body });
    const { status = 200, body: text } = answer(asked.at(-1)!);
    response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const START = Date.parse('2026-11-27T00:00:00Z');
const HOUR = 3_600_000;
let clock = START;
const given = (env: Record<string, string>, isAmazon = false) => {
  clock = START;
  const found = credentialsFrom(env, { region: 'eu-west-1', isAmazon, now: () => clock });
  if (typeof found !== 'function') throw new Error('no role');
  return found;
};
const json = (id: string, expiresAt = START + HOUR) =>
  JSON.stringify({
    AccessKeyId: id,
    SecretAccessKey: `secret of ${id}`,
    Token: `token of ${id}`,
    Expiration: new Date(expiresAt).toISOString(),
  });
const made = (id: string) => ({
  accessKeyId: id,
  secretAccessKey: `secret of ${id}`,
  sessionToken: `token of ${id}`,
});

test('keys of the environment come before any role, and ours before those of AWS_', () => {
  const env = {
    AWS_ACCESS_KEY_ID: 'theirs',
    AWS_SECRET_ACCESS_KEY: 's',
    AWS_SESSION_TOKEN: 't',
    AWS_CONTAINER_CREDENTIALS_FULL_URI: base,
  };
  const about = { region: 'eu-west-1', isAmazon: true };
  expect(credentialsFrom(env, about)).toEqual({
    accessKeyId: 'theirs',
    secretAccessKey: 's',
    sessionToken: 't',
  });
  expect(
    credentialsFrom({ ...env, S3_ACCESS_KEY_ID: 'ours', S3_SECRET_ACCESS_KEY: 'o' }, about),
  ).toMatchObject({ accessKeyId: 'ours', secretAccessKey: 'o' });
  expect(credentialsFrom({}, { ...about, isAmazon: false })).toBeUndefined();
  expect(credentialsFrom({ AWS_EC2_METADATA_DISABLED: 'true' }, about)).toBeUndefined();
});

test('a web identity is exchanged for credentials, with the token that the file has now', async () => {
  const file = join(folder, 'token');
  await writeFile(file, 'first.jwt\n');
  let made = 0;
  answer = () => {
    made += 1;
    const end = new Date(clock + HOUR).toISOString();
    return {
      body: `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>A${made}</AccessKeyId><SecretAccessKey>S&amp;${made}</SecretAccessKey><SessionToken>T${made}</SessionToken><Expiration>${end}</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    };
  };
  const role = given({
    AWS_WEB_IDENTITY_TOKEN_FILE: file,
    AWS_ROLE_ARN: 'arn:aws:iam::1:role/archive',
    AWS_ROLE_SESSION_NAME: 'night',
    AWS_ENDPOINT_URL_STS: base,
  });
  const all = await Promise.all([role(), role(), role()]);
  expect(all).toEqual(Array(3).fill({ accessKeyId: 'A1', secretAccessKey: 'S&1', sessionToken: 'T1' }));
  expect(asked).toHaveLength(1);
  expect(Object.fromEntries(new URLSearchParams(asked[0]!.body))).toEqual({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: 'arn:aws:iam::1:role/archive',
    RoleSessionName: 'night',
    WebIdentityToken: 'first.jwt',
  });
  expect(asked[0]!.headers.authorization).toBeUndefined();
  await writeFile(file, 'second.jwt\n');
  clock += HOUR - 301_000;
  expect((await role()).accessKeyId).toBe('A1');
  clock += 2000;
  expect((await role()).accessKeyId).toBe('A2');
  expect(asked[1]!.body).toContain('second.jwt');
});

test('a container is asked with its token, and old credentials last while it is broken', async () => {
  const file = join(folder, 'token');
  await writeFile(file, 'Bearer x');
  answer = () => ({ body: json('C') });
  const role = given({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'not this one',
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
  });
  expect(await role()).toEqual(made('C'));
  expect(asked).toMatchObject([
    { method: 'GET', url: '/v1/credentials', headers: { authorization: 'Bearer x' } },
  ]);
  answer = () => ({ status: 500, body: '' });
  clock += HOUR - 1000;
  expect(await role()).toEqual(made('C'));
  clock += 1000;
  await expect(role()).rejects.toMatchObject({ kind: 'unreachable', status: 500 });
  answer = () => ({ body: json('D', clock + HOUR) });
  expect(await role()).toEqual(made('D'));
});

test("an instance's role is asked for with a session of its metadata", async () => {
  answer = ({ url, method, headers }) => {
    if (url === '/latest/api/token') return { body: method === 'PUT' ? 'session' : '' };
    if (headers['x-aws-ec2-metadata-token'] !== 'session') return { status: 401, body: '' };
    return { body: url?.endsWith('/') ? 'archive-role' : url?.endsWith('/archive-role') ? json('I') : '' };
  };
  const env = { AWS_EC2_METADATA_SERVICE_ENDPOINT: `${base}/` };
  expect(await given(env, true)()).toEqual(made('I'));
  answer = () => ({ status: 404, body: '' });
  await expect(given(env, true)()).rejects.toThrow('set S3_ACCESS_KEY_ID');
});

test.each([
  ['refuses', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, '(403 AccessDenied)'],
  ['answers with something else', { body: 'hello' }, 'its answer has none'],
  ['redirects', { status: 307, body: '' }, '(307)'],
])('a service that %s is named without the path of its address', async (_, refusal, sentence) => {
  answer = ({ url }) => (url === '/elsewhere' ? { body: json('E') } : refusal);
  const role = given({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/secret-path` });
  const thrown = await role().catch((error: unknown) => error);
  expect(thrown).toMatchObject({ kind: 'credentials', message: expect.stringContaining(sentence) });
  expect(String(thrown)).not.toContain('secret-path');
});

test.each([
  ['http://example.com/credentials', 'with https'],
  ['no address', 'with https'],
])('the token of a container does not go to %s', async (address, sentence) => {
  await expect(given({ AWS_CONTAINER_CREDENTIALS_FULL_URI: address })()).rejects.toThrow(sentence);
});

test('a token that is gone is told', async () => {
  const role = given({ AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'none'), AWS_ROLE_ARN: 'arn' });
  await expect(role()).rejects.toMatchObject({
    kind: 'credentials',
    message: expect.stringContaining('none'),
  });
});
