import { readFile } from 'node:fs/promises';
import type { S3Credentials } from './s3.ts';
import { S3Error } from './s3-error.ts';
import { textOf } from './s3-xml.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Expiring {
  readonly credentials: S3Credentials;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Credentials are renewed this long before they expire. */
const MARGIN_MS = 300_000;
const REQUEST_MS = 5000;
/** On a machine elsewhere, nothing answers at the address of the instance's metadata. */
const METADATA_MS = 1000;
const CONTAINER_HOST = 'http://169.254.170.2';
/** Hosts to which a token may go without TLS: this machine, ECS and EKS. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set([
  'localhost',
  '127.0.0.1',
  '[::1]',
  '169.254.170.2',
  '169.254.170.23',
  '[fd00:ec2::23]',
]);

/**
 * Credentials in the order of Amazon's own clients: keys, the token of a web identity (such as a service account of
 * Kubernetes), a container's role, the role of an instance. Those of a role are renewed before they expire.
 *
 * @param isAmazon whether the service is Amazon's: only then the instance is asked
 * @returns undefined if the environment names none
 */
export function credentialsFrom(
  env: Environment,
  { region, isAmazon, now = Date.now }: { region: string; isAmazon: boolean; now?: () => number },
): S3Credentials | (() => Promise<S3Credentials>) | undefined {
  const first = (...names: readonly string[]) => names.map((name) => env[name]).find(Boolean);
  const accessKeyId = first('S3_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = first('S3_SECRET_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY');
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, sessionToken: first('S3_SESSION_TOKEN', 'AWS_SESSION_TOKEN') };
  if (env.AWS_WEB_IDENTITY_TOKEN_FILE && env.AWS_ROLE_ARN)
    return renewed(() => ofWebIdentity(env, region), now);
  if (env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI || env.AWS_CONTAINER_CREDENTIALS_FULL_URI)
    return renewed(() => ofContainer(env), now);
  if (isAmazon && env.AWS_EC2_METADATA_DISABLED?.toLowerCase() !== 'true')
    return renewed(() => ofInstance(env), now);
  return undefined;
}

function renewed(ask: () => Promise<Expiring>, now: () => number): () => Promise<S3Credentials> {
  let known: Expiring | undefined;
  let asking: Promise<Expiring> | undefined;
  return async () => {
    if (known !== undefined && known.expiresAt - now() > MARGIN_MS) return known.credentials;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    try {
      known = await asking;
    } catch (error) {
      // They are good for a while yet.
      if (known === undefined || known.expiresAt <= now()) throw error;
    }
    return known.credentials;
  };
}

async function ofWebIdentity(env: Environment, region: string): Promise<Expiring> {
  const address = env.AWS_ENDPOINT_URL_STS ?? env.AWS_ENDPOINT_URL ?? `https://sts.${region}.amazonaws.com`;
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: env.AWS_ROLE_ARN!,
    RoleSessionName: env.AWS_ROLE_SESSION_NAME || `pagelight-${process.pid}`,
    WebIdentityToken: await textIn(env.AWS_WEB_IDENTITY_TOKEN_FILE!),
  });
  const text = await answerOf(address, { method: 'POST', body, headers: { accept: 'application/xml' } });
  const [AccessKeyId, SecretAccessKey, Token, Expiration] = [
    'AccessKeyId',
    'SecretAccessKey',
    'SessionToken',
    'Expiration',
  ].map((name) => textOf(text, name));
  return expiringOf({ AccessKeyId, SecretAccessKey, Token, Expiration }, address);
}

async function ofContainer(env: Environment): Promise<Expiring> {
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const address = relative ? `${CONTAINER_HOST}${relative}` : env.AWS_CONTAINER_CREDENTIALS_FULL_URI!;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && !LOCAL_HOSTS.has(url.hostname)))
    throw new S3Error(
      'credentials',
      'AWS_CONTAINER_CREDENTIALS_FULL_URI must be an address of this machine or with https',
    );
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const token = file ? await textIn(file) : env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const text = await answerOf(address, { headers: token ? { authorization: token } : {} });
  return expiringOf(jsonOf(text), address);
}

/** Version 2 of the instance's metadata: a token first. */
async function ofInstance(env: Environment): Promise<Expiring> {
  const base = (env.AWS_EC2_METADATA_SERVICE_ENDPOINT ?? 'http://169.254.169.254').replace(/\/+$/, '');
  const roles = `${base}/latest/meta-data/iam/security-credentials/`;
  try {
    const token = await answerOf(
      `${base}/latest/api/token`,
      { method: 'PUT', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' } },
      METADATA_MS,
    );
    const headers = { 'x-aws-ec2-metadata-token': token };
    const [role = ''] = (await answerOf(roles, { headers })).trim().split('\n');
    return expiringOf(jsonOf(await answerOf(`${roles}${role}`, { headers })), roles);
  } catch (cause) {
    throw new S3Error(
      'credentials',
      'there are no credentials: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (or the same of AWS_), or run with a role',
      {},
      { cause },
    );
  }
}

async function textIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new S3Error('credentials', `the token of the role can't be read from ${file}`, {}, { cause });
  }
}

/** @throws S3Error `unreachable` if the same request may succeed later */
async function answerOf(address: string, request: RequestInit, ms = REQUEST_MS): Promise<string> {
  const place = hostOf(address);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { ...request, redirect: 'manual', signal: AbortSignal.timeout(ms) });
    text = await response.text();
  } catch (cause) {
    throw new S3Error('unreachable', `${place} gives no credentials: it can't be reached`, {}, { cause });
  }
  if (response.ok) return text;
  const { status } = response;
  const code = textOf(text, 'Code') ?? '';
  throw new S3Error(
    status >= 500 || status === 429 ? 'unreachable' : 'credentials',
    `${place} gives no credentials (${code === '' ? status : `${status} ${code}`})`,
    { status, code },
  );
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function expiringOf(given: Readonly<Record<string, unknown>>, address: string): Expiring {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = given;
  if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string')
    throw new S3Error('credentials', `${hostOf(address)} gives no credentials: its answer has none`);
  const expiresAt = typeof Expiration === 'string' ? Date.parse(Expiration) : Number.NaN;
  return {
    credentials: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: typeof Token === 'string' ? Token : undefined,
    },
    expiresAt: Number.isNaN(expiresAt) ? Number.POSITIVE_INFINITY : expiresAt,
  };
}

/** Without its path, which may hold an identifier. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
