import { isIP } from 'node:net';
import { OutboundRefused } from './outbound-refused.ts';
import { isPublicAddress } from './public-address.ts';

/** Rules of the operator: allowed destinations of requests. */
export interface OutboundRules {
  /** Host names; `*.example.com` for all its subdomains, `*` for every public host. Empty: none. */
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
}

const HTTPS_PORT = 443;
const MAX_CHARACTERS = 4096;
/** Names that have a meaning only inside a network. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|home|lan|corp|arpa|onion)$/;

/**
 * Parses an untrusted URL and refuses it before any DNS lookup. The WHATWG parser alone decides what a URL means, so
 * `127.1` or `0x7f000001` become the numbers they represent.
 *
 * @throws OutboundRefused naming the rule
 */
export function readOutboundAddress(text: string, rules: OutboundRules): URL {
  if (text.length > MAX_CHARACTERS) throw new OutboundRefused('too_long');
  if (!URL.canParse(text)) throw new OutboundRefused('not_a_url');
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new OutboundRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new OutboundRefused('credentials_in_url');
  if (!rules.ports.includes(Number(url.port || HTTPS_PORT))) throw new OutboundRefused('port');
  const host = hostOf(url);
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw new OutboundRefused('address');
  } else if (!host.includes('.') || INNER_NAME.test(host)) throw new OutboundRefused('name');
  if (!rules.hosts.some((allowed) => matches(host, allowed))) throw new OutboundRefused('host_not_allowed');
  url.hash = '';
  return url;
}

/** The host name for comparison: without brackets and without the trailing dot. */
function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function matches(host: string, allowed: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}
