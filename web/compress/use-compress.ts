import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { type JobsEvent, type JobsState, jobsReducer, NO_JOBS } from './jobs-reducer.ts';
import { createRunner, type EngineGetter } from './runner.ts';

/** The jobs of this tab, and what tells them what happened. */
export type Compress = readonly [JobsState, Dispatch<JobsEvent>];

/** The jobs, worked on as long as whatever called this is shown. */
export function useCompress(engine: EngineGetter): Compress {
  const [state, dispatch] = useReducer(jobsReducer, NO_JOBS);
  const [runner] = useState(() => createRunner(dispatch, engine));

  useEffect(() => runner.follow(state.jobs), [runner, state.jobs]);
  useEffect(() => () => runner.follow([]), [runner]);

  return [state, dispatch];
}
