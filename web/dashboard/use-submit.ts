import { useMutation } from '@tanstack/react-query';
import { DashboardError } from './api.ts';

export interface Submit<Wanted> {
  readonly send: (wanted: Wanted) => void;
  readonly isBusy: boolean;
  readonly error: DashboardError | null;
  /** Forgets an error or an answer. */
  readonly reset: () => void;
}

/** Sends a form once at a time and keeps what was refused. */
export function useSubmit<Wanted, Answer>(
  send: (wanted: Wanted) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): Submit<Wanted> {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: send, onSuccess: onDone });
  // Anything else thrown is a fault of this page, and is its to tell.
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
