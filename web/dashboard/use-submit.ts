import { useMutation } from '@tanstack/react-query';
import { DashboardError } from './api.ts';

export interface Submit<Wanted> {
  readonly send: (wanted: Wanted) => void;
  readonly isBusy: boolean;
  readonly error: DashboardError | null;
  /** Clears the error and the response. */
  readonly reset: () => void;
}

/** Sends a form, one request at a time, and keeps the error. */
export function useSubmit<Wanted, Answer>(
  send: (wanted: Wanted) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): Submit<Wanted> {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: send, onSuccess: onDone });
  // Any other error is a bug of this page.
  if (error !== null && !(error instanceof DashboardError)) throw error;
  return {
    send: (wanted) => {
      if (!isPending) mutate(wanted);
    },
    isBusy: isPending,
    error,
    reset,
  };
}
