import { faultsIn } from '../faults.mjs';

/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const RUN = ['cli/archive/archive.test.ts'];
const VERIFY = ['cli/archive/archive-verify.test.ts'];

/** Faults of archives and of buckets. journal.test.ts replaces a module, so it comes first. Those of leases in PostgreSQL need it installed, and `npm run build`. */
export const ARCHIVE = /** @type {readonly MutatedFile[]} */ ([
  faultsIn('cli/archive/leases/file-leases.ts', ['cli/archive/leases/file-leases.test.ts'], {
    'a lease that was taken over is held': [
      'contentOf(file) === content;\n    return {',
      'true;\n    return {',
    ],
    'a lost lease seals': ['if (!isHeld()) return false;', ''],
    'its end removes the lease of the successor': ['if (contentOf(file) === held.content) rmSync', 'rmSync'],
    'a process that has ended keeps its lease': ['if (!isRunning(holder.pid)) return true;', ''],
    'another process with its id keeps its lease': [
      'holder.startedAt !== startedAt) return true;',
      'false) return true;',
    ],
    'silence is never death': ['this.#now() - renewed > this.#deadMs', 'false'],
    'everybody is dead': [
      'renewed !== undefined && this.#now()',
      'renewed === undefined || this.#now() + 1e9',
    ],
  }),
  faultsIn('cli/archive/leases/postgres-leases.ts', ['e2e/cluster/archive-leases.test.ts'], {
    'all who ask have it': ['if (made.rowCount === 1) return true;', 'return true;'],
    'a lease is taken from a living holder': ['(expires_at < clock_timestamp() or token = $3)', '(true)'],
    'the silent hold a lease for good': ['(expires_at < clock_timestamp() or token = $3)', '(token = $3)'],
    'runs share their leases': ['primary key (run, shard))`', 'primary key (shard))`'],
    'a seal locks nothing': ['and token = $3 for update`,', 'and token = $3`,'],
    'who lost a lease seals': [
      'if (!(await this.#lock(query, name, held))) return;',
      'await this.#lock(query, name, held);',
    ],
    'who lost a lease releases that of its successor': [
      'delete from ${TABLE} where run = $1 and shard = $2 and token = $3`',
      'delete from ${TABLE} where run = $1 and shard = $2 and $3::text is not null`',
    ],
    'a lease that was lost is held': ['held.isLost = worked === undefined;', ''],
    'leases that end stay': ['if (this.#held.get(name) === held) this.#held.delete(name);', 'return;'],
    'a restart of the database ends the run': ['if (!isPassing(error) || performance.now() >= end)', ''],
    'two processes make the table at once': [
      "await query('select pg_advisory_xact_lock($1)', [TABLE_LOCK]);",
      '',
    ],
  }),
  faultsIn('cli/archive/run/journal.ts', ['cli/archive/run/journal.test.ts'], {
    'the line is not on the disk before the original goes': ['      fsyncSync(descriptor);\n', ''],
    'only the folder of the line is on the disk': [
      'if (each === run || each === dirname(each)) break;',
      'break;',
    ],
    'folders are written each time': ['hasDurableName = true;', ''],
  }),
  faultsIn(
    'cli/archive/places/folder-place.ts',
    ['cli/archive/run/journal.test.ts', 'cli/archive/places/folder-place.test.ts', ...RUN],
    {
      'names of results are not on the disk': ['        syncFolder(path);\n', ''],
      'what changed meanwhile is replaced': [
        'if (stats !== undefined && versionOf(stats) === version) return stats;',
        'if (stats !== undefined) return stats;',
      ],
      'what changed while it was written is replaced': [
        '{ times: before, beforeCommit }',
        '{ times: before }',
      ],
      'times of the original are lost': ['{ times: before, beforeCommit }', '{ beforeCommit }'],
    },
  ),
  faultsIn('cli/archive/places/bucket-place.ts', ['cli/archive/places/conditional-writes.test.ts'], {
    'a new object is written without a condition': [
      "? 'absent' : { etag: expected }",
      '? undefined : { etag: expected }',
    ],
    'a replacement has no condition': ['{ etag: expected },', 'undefined,'],
    'a lost race is the failure of the bucket': [
      "|| error.kind !== 'changed') throw error;",
      ') throw error;\n          if (error.status > 0) throw error;',
    ],
    'the two kinds of lost races are mixed up': [
      'throw expected === undefined ? taken() : changed();',
      'throw expected === undefined ? changed() : taken();',
    ],
  }),
  faultsIn('library/node/s3/bucket.ts', ['cli/archive/places/conditional-writes.test.ts'], {
    'conditions are sent to services without them': [
      'if (error.status !== NOT_IMPLEMENTED) return true;',
      'return true;',
    ],
    'a service that ignores conditions is trusted': [
      '    this.#settings.onUnconditional?.();\n    return false;\n  }\n\n  async #put',
      '    return true;\n  }\n\n  async #put',
    ],
    'the object that asks stays': ['    await this.remove(probe);\n', ''],
    'each write asks': ['this.#hasConditions ??=', 'this.#hasConditions ='],
    'any object may be replaced': ["{ 'if-none-match': '*' }", '{}'],
    'any version may be replaced': ['{ \'if-match\': `"${condition.etag}"` }', '{}'],
  }),
  faultsIn('library/node/s3/multipart.ts', ['cli/archive/places/conditional-writes.test.ts'], {
    'a large object has no condition': ['headers: condition, body', 'body'],
  }),
  faultsIn('library/node/s3/s3-error.ts', ['cli/archive/places/conditional-writes.test.ts'], {
    'a conflict of two writes ends them': ["ConditionalRequestConflict: 'unreachable',", ''],
  }),
  faultsIn('library/node/s3/credentials.ts', ['library/node/s3/credentials.test.ts'], {
    'credentials are renewed when they are expired': [
      'known.expiresAt - now() > MARGIN_MS',
      'known.expiresAt - now() > 0',
    ],
    'each request asks for credentials': [
      'if (known !== undefined && known.expiresAt',
      'if (known === null && known.expiresAt',
    ],
    'requests at the same time all ask': ['asking ??= ask()', 'asking = ask()'],
    'a broken service ends good credentials': [
      'if (known === undefined || known.expiresAt <= now()) throw error;',
      'throw error;',
    ],
    'expired credentials are used': [
      'if (known === undefined || known.expiresAt <= now()) throw error;',
      'if (known === undefined) throw error;',
    ],
    'the token of a container goes anywhere': [
      "(url.protocol !== 'https:' && !LOCAL_HOSTS.has(url.hostname))",
      'url === null',
    ],
    'the token in the environment wins over the file': [
      'file ? await textIn(file) : env.AWS_CONTAINER_AUTHORIZATION_TOKEN;',
      'env.AWS_CONTAINER_AUTHORIZATION_TOKEN;',
    ],
    'the session of the metadata is not sent': [
      "const headers = { 'x-aws-ec2-metadata-token': token };",
      'const headers = { token };',
    ],
    'an instance is asked though it is off': [
      "env.AWS_EC2_METADATA_DISABLED?.toLowerCase() !== 'true'",
      'true',
    ],
    'an instance is asked about other services': ['if (isAmazon && env', 'if (env'],
    'roles come before keys': [
      'if (accessKeyId !== undefined && secretAccessKey !== undefined)',
      'if (accessKeyId !== undefined && !env.AWS_CONTAINER_CREDENTIALS_FULL_URI && secretAccessKey !== undefined)',
    ],
    'the path of an address is told': ['? new URL(address).host : address', '? address : address'],
    'a redirect is followed': ["redirect: 'manual'", "redirect: 'follow'"],
    'an overloaded service is a refusal': [
      "status >= 500 || status === 429 ? 'unreachable'",
      "status === 429 ? 'unreachable'",
    ],
  }),
  faultsIn('cli/archive/run/one-object.ts', RUN, {
    'a replaced original is compressed again': [
      'if (replaced !== undefined) return',
      'if (replaced === null) return',
    ],
    'originals have no copy': [
      'if (backup !== undefined && backedUp !== undefined)',
      'if (backup === null && backedUp !== undefined)',
    ],
    'what did not become smaller replaces its original': [
      "    if (made.status !== 'smaller') return;\n",
      '',
      'such a document has its own bytes as output: the write is the same bytes',
    ],
    'results of other programs are replaced': ['if (!isForced) throw error;', ''],
  }),
  faultsIn('cli/archive/run/shard-run.ts', RUN, {
    'lines of a killed process are forgotten': [
      'const left = objects.filter(({ key }) => !entries.has(key)).values();',
      'const left = objects.values();',
    ],
    'lines are sealed in the order of their ends': [
      'const all = objects.map(({ key }) => entries.get(key)!);',
      'const all = [...entries.values()].reverse();',
    ],
    'work in progress stays': ['  await store.removeFolder(receiptFolder(shard));\n', ''],
  }),
  faultsIn('cli/archive/run/unseal.ts', RUN, {
    'sealed shards without failures are opened': [
      '|| Object.keys(seal.failed).length === 0) return;',
      ') return;',
    ],
    'failed objects stay failed': [".filter(({ status }) => status !== 'failed');", ';'],
  }),
  faultsIn('cli/archive/run/equal-contents.ts', RUN, {
    'equal contents are compressed again': [
      'if (before !== undefined) return { line: before, isReused: true };',
      '',
      'another process finds them in the run, and so does this one',
    ],
    'contents of other processes are not found': [
      'if (stored !== undefined) return { line: stored, isReused: true };',
      '',
      'two processes are needed (e2e/cluster counts what was reused)',
    ],
  }),
  faultsIn('cli/archive/run/target.ts', RUN, {
    'results may lie in the archive': [
      "typeof place === 'string' && areNested(place, plan.from)",
      "typeof place === 'number'",
    ],
    'a run goes on elsewhere': [
      'if (JSON.stringify(before) === JSON.stringify(wanted)) return before;',
      'return before;',
    ],
  }),
  faultsIn('cli/archive/verify/verify-shard.ts', VERIFY, {
    'a missing shard is none': ["    onFault({ kind: 'missing-shard', shard });\n", ''],
    'a swapped shard is not found': ['header.shard !== shard)', 'header.shard < 0)'],
    'a changed manifest is not found': ["digest('hex') !== sha256;", "digest('hex') === '';"],
    'lines of objects that were never listed are good': [
      'keys === undefined || keys[index] === line?.key',
      'true',
    ],
  }),
  faultsIn('cli/archive/verify/verify-object.ts', VERIFY, {
    'a missing output is none': [
      'if (hasOutput && output === undefined) onFault',
      'if (hasOutput && output === null) onFault',
    ],
    'a changed output is not found': [
      'if (output !== undefined && !isOutputRight) onFault',
      'if (output === null && !isOutputRight) onFault',
    ],
    'a changed original is not found': ["    onFault({ kind: 'changed-input', key });\n", ''],
    'a receipt that does not come out again is good': [
      'if (fields.length > 0) onFault',
      'if (fields.length > 99) onFault',
    ],
  }),
  faultsIn('cli/archive/verify/verify.ts', VERIFY, {
    'the root is not compared': ['if (found.root !== expected) onFault', "if (found.root === '') onFault"],
    'the sample is empty': ['readUInt32BE() / 2 ** 32 < part', 'readUInt32BE() / 2 ** 32 < 0'],
    'suspect shards are sampled only': ['isSuspect ? lines : lines.filter', 'lines.filter'],
    'shards at the end may be missing': [
      'shard < report.shards; shard++) onFault',
      'shard < 0; shard++) onFault',
    ],
  }),
]);
