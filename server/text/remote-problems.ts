import type { OutboundReason, Problem } from '../problem.ts';

type RemoteProblem = Extract<Problem, { readonly remoteStatus: unknown }>;

const REASONS: Readonly<Record<OutboundReason, string>> = {
  not_a_url: 'The address is not a URL.',
  too_long: 'The address is too long.',
  scheme: 'The address must begin with https://.',
  credentials_in_url: 'The address must not contain a user or password.',
  port: 'The port is not allowed.',
  name: 'The host is a name of an inner network.',
  host_not_allowed: 'The operator of the server does not allow this host (INPUT_HOSTS).',
  address: 'The host is not in the public internet.',
  redirect: 'The host redirects elsewhere, which is not followed.',
  status: 'The host refused it.',
  encoded: 'The host sent the file with Content-Encoding.',
  too_large: 'The host sent too much.',
  too_slow: 'The host was too slow.',
  cut_short: 'The connection broke.',
  unreachable: 'The host cannot be reached.',
  no_room: 'The server has no memory for it.',
  clock:
    'The clock of this server is wrong, so the service of the bucket refuses its requests: the operator must set it.',
  credentials:
    'The server has no credentials for the bucket at the moment: its operator must look at its role.',
  bucket: 'The operator of the server does not allow this bucket (BUCKETS).',
  key: 'The name of the object is not allowed.',
};

/** A wrong address, or a host that says no. */
export function refusedDetail({ reason, remoteStatus }: RemoteProblem): string {
  return `${causeOf(reason, remoteStatus)} Correct the address and send a new job.`;
}

/** A host that was asked several times. */
export function unreachableDetail({ reason, remoteStatus }: RemoteProblem): string {
  return `${causeOf(reason, remoteStatus)} It was asked several times. Check the address and send a new job.`;
}

function causeOf(reason: OutboundReason, status: number | undefined): string {
  return status === undefined ? REASONS[reason] : `The host answered with ${status}.`;
}
