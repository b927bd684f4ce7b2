/** How calls end that do not simply succeed. Each line of the output is one of them. */
import { readFile } from 'node:fs/promises';
import { compress } from 'pagelight';
import { createEngine } from 'pagelight/node';

const path = process.argv[2];
const found = {};
const nameOf = (call) =>
  call.then(
    () => 'done',
    (error) => error?.name ?? String(error),
  );

// A queued call leaves the queue at once, and the next one takes its turn.
{
  const engine = createEngine({ documents: 1, threads: 1 });
  const ends = [];
  const abort = new AbortController();
  const onProgress = () => abort.abort();
  const first = engine.compress(path, {}, { onProgress }).then(() => ends.push('first'));
  const queued = engine
    .compress(path, {}, { signal: abort.signal })
    .catch((error) => ends.push(`queued ${error.name}`));
  const next = engine.compress(path).then(() => ends.push('next'));
  await Promise.all([first, queued, next]);
  found.queue = ends;
  engine.close();
}

// Running, queued and later calls are refused.
{
  const engine = createEngine({ documents: 1, threads: 1 });
  const calls = [engine.compress(path), engine.compress(path)].map(nameOf);
  await readFile(path);
  engine.close();
  engine.close();
  calls.push(nameOf(engine.compress(path)), nameOf(engine.inspect(path)));
  found.closed = await Promise.all(calls);
}

// A callback that throws fails only its own call.
{
  const engine = createEngine({ documents: 2, threads: 1 });
  const thrower = {
    onProgress: () => {
      throw new RangeError('mine');
    },
  };
  const rejecter = {
    onProgress: async () => {
      throw new RangeError('mine');
    },
  };
  found.callback = await Promise.all(
    [engine.compress(path, {}, thrower), engine.compress(path), engine.compress(path, {}, rejecter)].map(
      nameOf,
    ),
  );
  engine.close();
}

// The first call starts shared threads that are never closed: the process must exit all the same.
found.shared = await nameOf(compress(path));
console.log(JSON.stringify(found));
