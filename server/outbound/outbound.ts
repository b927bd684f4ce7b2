import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { OutboundRefused } from './outbound-refused.ts';
import { isPublicAddress } from './public-address.ts';
import { type OutboundRules, readOutboundAddress } from './url-rules.ts';
import { type BodyLimits, wholeBody } from './whole-body.ts';

/** All requests to URLs that clients name go through here. */
export interface Outbound {
  /** Checks a URL without a request. @throws OutboundRefused */
  check(address: string): void;
  /** Reads a whole document. @throws OutboundRefused */
  get(address: string, limits: BodyLimits & { readonly signal: AbortSignal }): Promise<Buffer<ArrayBuffer>>;
  /** Writes a whole document; any status of 2xx is success. @throws OutboundRefused */
  put(address: string, sent: OutboundBody): Promise<void>;
  /** Sends a message and returns only the status. @throws OutboundRefused if there is no status */
  post(address: string, sent: OutboundBody): Promise<number>;
}

export interface OutboundBody {
  readonly body: Uint8Array;
  /** Longest time until the remote accepts the connection. */
  readonly connectMs?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface OutboundSettings extends OutboundRules {
  /** Maximum duration of one request. */
  readonly totalMs: number;
  /** Maximum time without data from the remote. */
  readonly idleMs: number;
}

/** Name resolution; tests replace it. */
export interface Network {
  readonly lookup: typeof systemLookup;
  readonly isReachable: (address: string) => boolean;
  /** An additional certificate authority, in PEM. */
  readonly ca?: string;
}

const PUBLIC_INTERNET: Network = { lookup: systemLookup, isReachable: isPublicAddress };
const MAX_HEADER_BYTES = 16 * 1024;
/** Headers that a client may not set on a PUT, since they change where or how a request is sent. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|cookie|user-agent)$/i;

/**
 * Invariants: https only; the socket connects to the very address that was checked; redirects are not followed; nothing
 * of this server is sent but `User-Agent`; of the remote's response only the status and, with GET, the body is
 * returned.
 */
export function createOutbound(settings: OutboundSettings, network: Network = PUBLIC_INTERNET): Outbound {
  const lookup = checkedLookup(network);

  const send = async <Result>(
    address: string,
    options: RequestOptions,
    caller: AbortSignal,
    { body, connectMs }: Partial<Pick<OutboundBody, 'body' | 'connectMs'>>,
    read: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Result> => {
    const url = readOutboundAddress(address, settings);
    const deadline = AbortSignal.timeout(settings.totalMs);
    const signal = AbortSignal.any([deadline, caller]);
    let isSilent = false;
    const reasonOf = (error: unknown) => {
      if (error instanceof OutboundRefused) return error;
      if (caller.aborted) return caller.reason;
      return new OutboundRefused(deadline.aborted || isSilent ? 'too_slow' : 'unreachable');
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(url, {
        ...options,
        ...(network.ca === undefined ? {} : { ca: network.ca }),
        // No agent: connections are not shared, and no proxy of the environment is used.
        agent: false,
        lookup,
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      asked.on('response', resolve);
      asked.on('error', (error) => reject(reasonOf(error)));
      const endSilent = () => {
        isSilent = true;
        asked.destroy(new OutboundRefused('too_slow'));
      };
      asked.setTimeout(settings.idleMs, endSilent);
      if (connectMs !== undefined) {
        const timer = setTimeout(endSilent, connectMs);
        asked.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)));
        asked.once('close', () => clearTimeout(timer));
      }
      asked.end(body);
    });
    // An error without a reader must not end the process.
    response.on('error', () => undefined);
    try {
      return await read(response);
    } catch (error) {
      if (error instanceof OutboundRefused || caller.aborted || deadline.aborted || isSilent)
        throw reasonOf(error);
      throw new OutboundRefused('cut_short');
    } finally {
      response.destroy();
    }
  };

  return {
    check(address) {
      readOutboundAddress(address, settings);
    },
    get: (address, { signal, ...limits }) =>
      send(address, { method: 'GET', headers: GET_HEADERS }, signal, {}, async (response) => {
        refuseRedirect(response);
        if (response.statusCode !== 200) throw new OutboundRefused('status', response.statusCode);
        const { 'content-length': length, 'content-encoding': encoding } = response.headers;
        return wholeBody(response, { length, encoding }, limits);
      }),
    put: (address, { body, headers, signal }) =>
      send(
        address,
        { method: 'PUT', headers: headersOf(headers, body) },
        signal,
        { body },
        async (response) => {
          refuseRedirect(response);
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 299) throw new OutboundRefused('status', status);
        },
      ),
    post: (address, { body, headers, signal, connectMs }) =>
      send(
        address,
        { method: 'POST', headers: headersOf(headers, body) },
        signal,
        connectMs === undefined ? { body } : { body, connectMs },
        async (response) => response.statusCode ?? 0,
      ),
  };
}

const GET_HEADERS = {
  'User-Agent': 'pagelight',
  Accept: 'application/pdf, application/octet-stream;q=0.9, */*;q=0.1',
  'Accept-Encoding': 'identity',
};

function headersOf(given: Readonly<Record<string, string>>, body: Uint8Array): Record<string, string> {
  const allowed = Object.entries(given).filter(([name]) => !OWN_HEADERS.test(name));
  return { ...Object.fromEntries(allowed), 'User-Agent': 'pagelight', 'Content-Length': String(body.length) };
}

/** Resolves a name once, refuses it if any of its addresses is not public, and returns exactly what was checked. */
function checkedLookup({ lookup, isReachable }: Network): LookupFunction {
  return (name, options, done) => {
    lookup(name, { all: true, verbatim: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || first === undefined) return done(error ?? new OutboundRefused('unreachable'), '', 0);
      if (!found.every(({ address }) => isReachable(address)))
        return done(new OutboundRefused('address'), '', 0);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };
}

function refuseRedirect({ statusCode = 0 }: IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400) throw new OutboundRefused('redirect');
}
