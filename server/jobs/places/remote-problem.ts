import type { OutboundRefused } from '../../outbound/outbound-refused.ts';
import { busyProblem, type Problem } from '../../problem.ts';

const PRECONDITION_FAILED = 412;
/** Soon: memory is free again when a document ends. */
const ROOM_RETRY_S = 1;

/** The problem of a document whose input could not be read. Contains nothing of the remote's response but its status. */
export function inputProblem(error: OutboundRefused, maxBytes: number): Problem {
  const { reason, status } = error;
  if (reason === 'no_room') return busyProblem('bytes', ROOM_RETRY_S);
  if (reason === 'too_large') return { code: 'input_too_large', limitBytes: maxBytes };
  if (status === PRECONDITION_FAILED) return { code: 'input_changed', reason: 'etag' };
  return { code: error.isPassing ? 'input_unreachable' : 'input_refused', reason, remoteStatus: status };
}

/** The same where its result could not be written. */
export function outputProblem(error: OutboundRefused): Problem {
  const { reason, status } = error;
  return { code: error.isPassing ? 'output_failed' : 'output_refused', reason, remoteStatus: status };
}
