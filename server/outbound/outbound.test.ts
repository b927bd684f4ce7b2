import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOOPBACK_CERTIFICATE } from '../testing/loopback-certificate.ts';
import { createOutbound, type Network, type Outbound } from './outbound.ts';
import { OutboundRefused } from './outbound-refused.ts';
import { isPublicAddress } from './public-address.ts';

const MIB = 1024 * 1024;

/** A server that must not be reachable: plain and with TLS, on another loopback address than the remote. */
let canary: Server;
let theirs: Server;
let canaryReached = 0;
let seen: Record<string, unknown> = {};
let written = Buffer.alloc(0);
let ports: { readonly theirs: number; readonly canary: number };

beforeAll(async () => {
  canary = createHttpServer((_, response) => {
    canaryReached += 1;
    response.end('secret');
  });
  theirs = createServer(LOOPBACK_CERTIFICATE, remote);
  ports = { theirs: await listening(theirs, '127.0.0.1'), canary: await listening(canary, '127.0.0.2') };
});
afterAll(() => {
  for (const server of [canary, theirs]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  seen = {};
});

async function listening(server: Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const inner = () => `https://inside.example.com:${ports.canary}/`;

/** A client's server that misbehaves as its paths say. */
const remote: RequestListener = (request, response) => {
  seen = { method: request.method, ...request.headers };
  const redirects: Record<string, string> = {
    '/to-itself': '/good',
    '/to-inside': inner(),
    '/to-loopback': `http://127.0.0.2:${ports.canary}/`,
    '/to-metadata': 'http://169.254.169.254/latest/meta-data/',
    '/to-file': 'file:///etc/passwd',
  };
  const location = redirects[request.url ?? ''];
  if (location !== undefined) return void response.writeHead(302, { location }).end();
  switch (request.url) {
    case '/good':
      return void response.end(Buffer.alloc(100_000, 'a'));
    case '/announces-much':
      response.writeHead(200, { 'content-length': 10 ** 9 });
      return void response.write('x');
    case '/endless': {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      return more();
    }
    case '/drops': {
      response.write('x');
      const drip = setInterval(() => response.write('x'), 100);
      return void response.on('close', () => clearInterval(drip));
    }
    case '/silent-body':
      return void response.write('x');
    case '/silent':
      return;
    case '/long-headers':
      return void response.writeHead(200, { 'x-long': 'a'.repeat(60_000) }).end();
    case '/cut-short':
      response.writeHead(200, { 'content-length': 1000 });
      return void response.write('only', () => response.destroy());
    case '/gzip':
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb');
    case '/brotli':
      return void response.writeHead(200, { 'content-encoding': 'BR' }).end('bomb');
    case '/missing':
      return void response.writeHead(404).end('an inner secret');
    case '/overloaded':
      return void response.writeHead(503).end('an inner secret');
    case '/partial':
      return void response.writeHead(206).end('part');
    case '/put': {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      return void request.on('end', () => {
        written = Buffer.concat(pieces);
        response.writeHead(201).end('an inner secret');
      });
    }
  }
};

/** A lookup that returns these answers, one list per call. */
function answering(...times: readonly (readonly string[])[]): Network['lookup'] {
  let asked = 0;
  const lookup = (_name: string, _options: unknown, done: (...found: unknown[]) => void) => {
    const addresses = times[Math.min(asked, times.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return lookup as unknown as Network['lookup'];
}

const NETWORK: Network = {
  lookup: answering(['127.0.0.1']),
  // The first loopback address represents the internet; everything else is judged as usual.
  isReachable: (address) => address === '127.0.0.1' || isPublicAddress(address),
  ca: LOOPBACK_CERTIFICATE.cert,
};

function door(network: Partial<Network> = {}, hosts: readonly string[] = ['*']): Outbound {
  const settings = { hosts, ports: [443, ports.theirs, ports.canary], totalMs: 1200, idleMs: 500 };
  return createOutbound(settings, { ...NETWORK, ...network });
}

async function reasonOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'through';
  } catch (error) {
    return error instanceof OutboundRefused ? error.reason : String(error);
  }
}

const get = (address: string, from: Outbound = door()) =>
  from.get(address, { maxBytes: MIB, signal: new AbortController().signal });

const LITERALS = [
  '127.0.0.2 127.1 0 0.0.0.0 2130706433 0x7f000001 0x7f.1 0177.0.0.1 127.0.0.2. ①②⑦.⓪.⓪.① 127。0。0。1 10.0.0.1 172.16.0.1',
  '172.31.255.255 192.168.1.1 169.254.169.254 169.254.170.2 100.100.100.200 100.64.0.1 192.0.0.192 168.63.129.16 198.18.0.1',
  '224.0.0.1 255.255.255.255 240.0.0.1 192.0.2.1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [100::1]',
  '[5f00::1] [3fff::1] [fec0::1]',
].flatMap((line) => line.split(' '));
const INNER_NAMES = [
  'localhost localhost. LOCALHOST a.localhost router metadata metadata.google.internal printer.local',
  'kubernetes.default.svc.cluster.local x.home x.lan x.corp 1.0.0.127.in-addr.arpa hidden.onion',
].flatMap((line) => line.split(' '));
const ADDRESSES: readonly (readonly [string, string])[] = [
  ['http://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['gopher://example.com:6379/_x', 'scheme'],
  ['data:application/pdf;base64,JVBERg==', 'scheme'],
  ['blob:https://example.com/x', 'scheme'],
  ['jar:https://example.com!/', 'scheme'],
  ['s3://bucket/key', 'scheme'],
  ['https://user:pw@example.com/', 'credentials_in_url'],
  ['https://user@example.com/', 'credentials_in_url'],
  ['https://example.com@127.0.0.2/', 'credentials_in_url'],
  ['https://example.com:22/', 'port'],
  ['https://example.com:80/', 'port'],
  ['https://example.com:6379/', 'port'],
  ['https://127.0.0.2\\@example.com/', 'address'],
  ['https:///127.0.0.2/', 'address'],
  ['//127.0.0.2/', 'not_a_url'],
  ['https://127.0.0.2%2f@example.com/', 'credentials_in_url'],
  ['https://[::1%25eth0]/', 'not_a_url'],
  ['https://exa mple.com/', 'not_a_url'],
  ['', 'not_a_url'],
  [`https://${'a'.repeat(5000)}.com/`, 'too_long'],
];

describe('an address that leads inside is refused by name, and nothing is asked', () => {
  test.each(LITERALS.map((host) => [host] as const))('%s is an address of the inside', async (host) => {
    expect(await reasonOf(get(`https://${host}/x.pdf`))).toBe('address');
  });

  test.each(INNER_NAMES.map((name) => [name] as const))('%s is a name of the inside', async (name) => {
    expect(await reasonOf(get(`https://${name}/x.pdf`))).toBe('name');
  });

  test.each(ADDRESSES)('%s: %s', async (address, reason) => {
    expect(await reasonOf(get(address))).toBe(reason);
  });

  test.each([
    ['127.0.0.2'],
    ['10.0.0.5'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.2'],
    ['fd00:ec2::254'],
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.2', '127.0.0.1'],
    ['2606:4700::1111', '::1'],
    ['fe80::1%eth0'],
  ])('a name that leads to %s %s', async (...found) => {
    const from = door({ lookup: answering(found.filter(Boolean)) });
    expect(await reasonOf(get(inner(), from))).toBe('address');
  });

  test('a name that leads nowhere', async () => {
    expect(await reasonOf(get('https://nowhere.example.com/', door({ lookup: answering([]) })))).toBe(
      'unreachable',
    );
  });

  test('a name that changes its mind between two questions is asked once, and the address that was checked is connected to', async () => {
    const from = door({ lookup: answering(['127.0.0.1'], ['127.0.0.2']) });
    const document = await get(`https://theirs.example.com:${ports.theirs}/good`, from);
    expect(document).toHaveLength(100_000);
  });

  test.each([
    'https://evilexample.com/',
    'https://example.com.evil.net/',
    'https://b.org.evil.net/',
    'https://example.com/',
  ])('%s is none of *.example.com and b.org', async (address) => {
    expect(await reasonOf(get(address, door({}, ['*.example.com', 'b.org'])))).toBe('host_not_allowed');
  });

  test('with no host allowed there is nothing that may be asked', async () => {
    expect(await reasonOf(get(`https://theirs.example.com:${ports.theirs}/good`, door({}, [])))).toBe(
      'host_not_allowed',
    );
  });

  test('the canary was never reached', () => {
    expect(canaryReached).toBe(0);
  });
});

describe('a remote that misbehaves is let go of', () => {
  test.each([
    ['to-itself', 'redirect'],
    ['to-inside', 'redirect'],
    ['to-loopback', 'redirect'],
    ['to-metadata', 'redirect'],
    ['to-file', 'redirect'],
    ['announces-much', 'too_large'],
    ['endless', 'too_large'],
    ['drops', 'too_slow'],
    ['silent-body', 'too_slow'],
    ['silent', 'too_slow'],
    ['long-headers', 'unreachable'],
    ['cut-short', 'cut_short'],
    ['gzip', 'encoded'],
    ['brotli', 'encoded'],
    ['missing', 'status'],
    ['overloaded', 'status'],
    ['partial', 'status'],
  ])('%s: %s', async (path, reason) => {
    const asked = get(`https://theirs.example.com:${ports.theirs}/${path}`);
    expect(await reasonOf(asked)).toBe(reason);
    await expect(asked).rejects.not.toThrow(/secret/);
    expect(canaryReached).toBe(0);
  });

  test('one whose certificate is not for its name, or that speaks no TLS', async () => {
    expect(await reasonOf(get(`https://other.example.com:${ports.theirs}/good`))).toBe('unreachable');
    const plain = door({ lookup: answering(['127.0.0.2']), isReachable: () => true });
    expect(await reasonOf(get(`https://theirs.example.com:${ports.canary}/`, plain))).toBe('unreachable');
  });

  test('what may pass by itself is told from what will not', async () => {
    const passing = async (path: string) => {
      const error = await get(`https://theirs.example.com:${ports.theirs}/${path}`).catch((thrown) => thrown);
      return (error as OutboundRefused).isPassing;
    };
    expect(await Promise.all(['overloaded', 'cut-short', 'missing', 'gzip'].map(passing))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('what goes out', () => {
  const signal = new AbortController().signal;

  test('a GET says who asks, and nothing else of this server', async () => {
    await get(`https://theirs.example.com:${ports.theirs}/good`);
    expect(Object.keys(seen).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'method',
      'user-agent',
    ]);
  });

  test('a PUT brings the whole document with the headers that its signature asks for, and none that would move it', async () => {
    const headers = {
      'Content-Type': 'application/pdf',
      Host: 'inside',
      'Transfer-Encoding': 'chunked',
      Cookie: 'a=b',
    };
    await door().put(`https://theirs.example.com:${ports.theirs}/put`, {
      body: Buffer.from('%PDF'),
      headers,
      signal,
    });
    expect(written.toString()).toBe('%PDF');
    expect(seen).toMatchObject({
      method: 'PUT',
      'content-type': 'application/pdf',
      'content-length': '4',
      host: `theirs.example.com:${ports.theirs}`,
    });
    expect([seen.cookie, seen['transfer-encoding']]).toEqual([undefined, undefined]);
  });

  test('a POST gives back the status alone, a redirect too', async () => {
    const post = (path: string) =>
      door().post(`https://theirs.example.com:${ports.theirs}/${path}`, {
        body: Buffer.from('{}'),
        headers: {},
        signal,
      });
    expect(await Promise.all(['put', 'missing', 'to-inside'].map(post))).toEqual([201, 404, 302]);
    expect(canaryReached).toBe(0);
  });

  test('a caller that goes away ends the request with its own reason', async () => {
    const caller = new AbortController();
    const asked = door().get(`https://theirs.example.com:${ports.theirs}/silent`, {
      maxBytes: 1,
      signal: caller.signal,
    });
    caller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
  });
});

test('public addresses are let pass', () => {
  const all =
    '93.184.216.34 8.8.8.8 172.15.0.1 172.32.0.1 100.63.255.255 100.128.0.1 2606:4700::1111 2a00:1450:4001::1';
  expect(all.split(' ').filter((address) => !isPublicAddress(address))).toEqual([]);
});
