import fc from 'fast-check';

/**
 * Every run tries the same examples, so that a red run is about the change that was made. `FC_SEED=$RANDOM npm run
 * check` looks further; what it finds becomes a test of its own.
 */
const SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? SEED) });
