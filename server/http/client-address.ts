import { isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * The address to count a client's requests by: the proxy's `X-Forwarded-For` if trusted, else the connection's remote
 * address. IPv6 addresses are reduced to their /64, since one customer has a whole /64.
 */
export function clientAddress(c: Context<AppEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? forwardedAddress(c.req.header('x-forwarded-for')) : undefined;
  return network(forwarded ?? c.env?.incoming?.socket.remoteAddress ?? 'unknown');
}

/**
 * The proxy appends the address it saw; earlier entries are the client's claim. Some proxies add the port, which would
 * make each connection a different client. Anything that is not an address was not written by a proxy.
 */
function forwardedAddress(header: string | undefined): string | undefined {
  const last = header?.split(',').at(-1)?.trim() ?? '';
  const { v4, v6 } = /^(?<v4>[\d.]+):\d+$|^\[(?<v6>[^\]]+)\](:\d+)?$/.exec(last)?.groups ?? {};
  const address = v4 ?? v6 ?? last;
  return isIP(address) === 0 ? undefined : address;
}

function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
