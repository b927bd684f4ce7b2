import { words } from '../text/dashboard/general.ts';
import { DashboardError } from './api.ts';

/** The id by which an operator finds an error in the server's log; nothing for errors that name a field. */
export function RequestId({ error }: { readonly error: Error }) {
  if (!(error instanceof DashboardError) || error.requestId === null || error.fields.size > 0) return null;
  return <small className="request-id">{words.requestId(error.requestId)}</small>;
}
