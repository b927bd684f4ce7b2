import { faultsIn } from '../faults.mjs';

const JOBS = ['server/routes/jobs/jobs.test.ts'];

/** Faults of the server. */
export const SERVER_FAULTS = [
  faultsIn('server/accounts/passwords.ts', ['server/accounts/passwords.test.ts'], {
    'passwords cost less than OWASP asks for': ['logN: 15, r: 8, p: 3', 'logN: 12, r: 8, p: 3'],
    'any number of passwords are hashed at once': [
      'if (place === undefined) throw',
      'if (place === null) throw',
    ],
  }),
  faultsIn('server/accounts/second-factor.ts', ['server/accounts/second-factor.test.ts'], {
    'a code works twice': [
      'if (row === undefined || !(await takeStep(accountId, row.secret, code)))',
      'if (row === undefined)',
    ],
  }),
  faultsIn('server/agents/file-stores.ts', ['server/agents/file-stores.test.ts'], {
    'a removed file that is being read takes no memory': [
      'if (isRemoved && lent === 0) reservation.release();',
      'if (isRemoved) reservation.release();',
    ],
    'a file that there is not was removed': [
      'if (files === undefined || kept === undefined) return false;',
      'if (files === undefined || kept === undefined) return true;',
    ],
  }),
  faultsIn('server/app.ts', ['server/app.test.ts'], {
    'no security headers': ['app.use(securityHeaders(deps.trustProxy));', ''],
    'a draining server keeps connections': [
      "if (deps.lifecycle.draining) c.res.headers.set('Connection', 'close');",
      '',
    ],
  }),
  faultsIn('server/cli/keys-command.ts', ['server/cli/keys-command.test.ts'], {
    'a key has any limit': ['limit >= 1 && limit <= KEY_LIMIT_MAX_PER_MINUTE', 'limit >= 0'],
  }),
  faultsIn('server/cli/accounts-command.ts', ['server/cli/accounts-command.test.ts'], {
    'the last owner is removed without a word': [
      "error.problem.code === 'last_owner')) throw error;",
      "error.problem.code !== 'last_owner')) throw error;",
    ],
  }),
  faultsIn('server/config.ts', ['server/config.test.ts'], {
    'an address with a query is one': ["search === '' && hash === ''", "hash === ''"],
    'no grace beyond the longest job': ['jobTimeoutS + GRACE_BEYOND_JOB_S', 'jobTimeoutS'],
  }),
  faultsIn('server/contract/markdown.ts', ['server/contract/markdown.test.ts'], {
    'operations have no page': [
      'pages.set(operation.operationId, operationPage(method, path, operation));',
      '',
    ],
  }),
  faultsIn('server/db/until-available.ts', ['server/db/until-available.test.ts'], {
    'any failure is tried again': [
      'if (!(error instanceof DatabaseUnavailable) || performance.now() >= until) throw error;',
      'if (performance.now() >= until) throw error;',
    ],
  }),
  faultsIn('server/db/sqlite.ts', ['server/db/sqlite.test.ts'], {
    'a reading that writes is no writing': [
      "query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode'",
      "query.kind !== 'SelectQueryNode' && query.kind === 'RawNode'",
    ],
  }),
  faultsIn('server/http/response/stored-zip.ts', ['server/http/response/stored-zip.test.ts'], {
    'numbers of a ZIP are big-endian': ['view.setUint32(at, value, true);', 'view.setUint32(at, value);'],
    'a name has no length': ['short(nameLength);', 'short(0);'],
  }),
  faultsIn('server/idempotency/result-cache.ts', ['server/idempotency/result-cache.test.ts'], {
    'results stay beyond their time': [
      'if (until > now() && heldBytes + room <= maxBytes) return;',
      'if (heldBytes + room <= maxBytes) return;',
    ],
    'results take any memory': [
      'if (until > now() && heldBytes + room <= maxBytes) return;',
      'if (until > now()) return;',
    ],
  }),
  faultsIn('server/idempotency/request-leases.ts', ['server/idempotency/request-leases.test.ts'], {
    'a lease lasts longer than it says': ['until = time + LEASE_MS;', 'until = time + 2 * LEASE_MS;'],
    'a lease that was not written is mine': ['let isMine = false;', 'let isMine = true;'],
  }),
  faultsIn('server/jobs/document-leases.ts', ['server/jobs/document-leases.test.ts', ...JOBS], {
    'a late result replaces that of the next holder': [
      ".where('state', '=', 'running')\n      .where('lease', '=', document.lease)",
      ".where('state', '=', 'running')",
    ],
    'secrets outlive their document': [
      '        sealed: null,\n        ended_at: now,\n        ...(isDone',
      '        ended_at: now,\n        ...(isDone',
    ],
    'who lost a document hands it back': [
      ".where('state', '=', 'running')\n      .where('lease', '=', lease)",
      ".where('state', '=', 'running')",
    ],
    'a try does not count': ["attempts: row('attempts', '+', 1),", "attempts: row('attempts', '+', 0),"],
  }),
  faultsIn('server/jobs/job-ends.ts', JOBS, {
    'a job fails early at its first failure': ['ended < atLeast || job.failed / ended < failed', 'ended < 0'],
    'what was cancelled is taken from the day': ['requests: -all.length, bytesIn: -bytes', 'requests: 0'],
    'a job ends with its first document': ['if (job.open > 0) return;', ''],
    'a job of which one document failed has failed': [
      "return done === 0 ? 'failed' : 'partial';",
      "return 'failed';",
    ],
  }),
  faultsIn('server/jobs/queue/postponed.ts', ['server/jobs/queue/postponed.test.ts'], {
    'nothing is due, and one is said to be taken': [
      'if (due.length === 0) return 0;',
      'if (due.length === 0) return 1;',
    ],
  }),
  faultsIn('server/keys/key-service.ts', ['server/keys/key-service.test.ts'], {
    'a key works after its end': [
      'row.expires_at !== null && row.expires_at <= now',
      'row.expires_at !== null && row.expires_at <= 0',
    ],
    'a key with another hash is good': [
      'row === undefined || !timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash))',
      'row === undefined',
      'the row was found by this hash; comparing it again only hides how long that took',
    ],
  }),
  faultsIn('server/keys/key-format.ts', ['server/keys/key-format.test.ts'], {
    'a mistyped key is a key': ['match !== null && checksum(match[1]) === match[2]', 'match !== null'],
  }),
  faultsIn('server/limits/byte-budget.ts', ['server/limits/byte-budget.test.ts'], {
    'more than there is': ['if (free < 0) return false;', ''],
    'one client holds everything': ['share.bytes + more <= free', 'share.bytes <= free'],
  }),
  faultsIn('server/limits/retry-after.ts', ['server/limits/retry-after.test.ts'], {
    'all come back together': ['const SPREAD = 0.5;', 'const SPREAD = 0;'],
    'one slow job says how long all take': ['WEIGHT * (tookMs - usualMs)', 'tookMs - usualMs'],
  }),
  faultsIn('server/ops/http-server.ts', ['server/ops/http-server.test.ts'], {
    'the port that was taken is not said': [
      "typeof address === 'object' && address !== null ? address.port : port",
      'port',
    ],
  }),
  faultsIn('server/outbound/outbound.ts', ['server/outbound/outbound.test.ts'], {
    'headers without an end': [
      'const MAX_HEADER_BYTES = 16 * 1024;',
      'const MAX_HEADER_BYTES = 16 * 1024 * 1024;',
    ],
    'an aborted request is the remote to blame': [
      'caller.aborted || deadline.aborted || isSilent',
      'deadline.aborted',
    ],
  }),
  faultsIn('server/pool/admission.ts', ['server/pool/pool.test.ts'], {
    'small documents wait behind large ones': [
      "return byteLength <= SMALL_BYTES ? 'small' : 'large';",
      "return 'large';",
    ],
    'a draining server takes what it has no time for': ['if (shedder.isLate(size)) throw refusal();', ''],
  }),
  faultsIn('server/pool/memory.ts', ['server/pool/memory.test.ts'], {
    'a process has any memory': [
      'if ((look.bytes() ?? 0) <= limitMb * MIB) return;',
      'if ((look.bytes() ?? 0) <= limitMb * MIB * 1024) return;',
    ],
    'files of a process stay open': ['if (file !== undefined) closeSync(file);', ''],
  }),
  faultsIn('server/routes/agents.ts', ['server/routes/agents.test.ts'], {
    'a path is the name of a file': ['if (!isFileName(name)) {', 'if (name === "") {'],
  }),
  faultsIn('server/routes/jobs/byte-range.ts', ['server/routes/jobs/byte-range.test.ts'], {
    'a range without an end is none': [
      "if (start === '' && end === '') return undefined;",
      "if (start === '' || end === '') return undefined;",
    ],
  }),
  faultsIn('server/routes/compress-response.ts', ['server/routes/compress-response.test.ts'], {
    'a ratio is rounded to tenths': ['const RATIO_STEP = 1e-6;', 'const RATIO_STEP = 0.1;'],
  }),
  faultsIn('server/routes/site.ts', ['server/routes/site.test.ts'], {
    'a missing asset is the page': ["app.get('/assets/*', notFound);", ''],
  }),
  faultsIn('server/routes/dashboard/access.ts', ['server/routes/dashboard/access.test.ts'], {
    'a member may do what an owner may': [
      'if (!roles.includes(signedIn(c).role)) throw',
      "if (!roles.includes('owner')) throw",
    ],
  }),
  faultsIn('server/tracing/trace.ts', ['server/tracing/trace.test.ts'], {
    'an id of zeros is a trace': [
      'if (ZEROS.test(traceId) || ZEROS.test(parentId)) return undefined;',
      'if (ZEROS.test(traceId) && ZEROS.test(parentId)) return undefined;',
    ],
    'the trace is not in the log': ["if (trace !== undefined) c.set('trace', trace);", ''],
  }),
  faultsIn('server/usage/usage-recorder.ts', ['server/usage/usage-recorder.test.ts'], {
    'counts that could not be written are lost': [
      "if (await bookkeeping.write('usage', () => write(db, [...taken.values()]))) return;",
      "await bookkeeping.write('usage', () => write(db, [...taken.values()]));\n    return;",
    ],
    'days are hours': [
      'new Date(time).toISOString().slice(0, 10)',
      'new Date(time).toISOString().slice(0, 13)',
    ],
  }),
  faultsIn('server/audit/audit-log.ts', ['server/routes/dashboard/audit.test.ts'], {
    'an action is not written down': ["await db.insertInto('audit_log').values(row).execute();", ''],
  }),
  faultsIn('server/settings/setting-reader.ts', ['server/config.test.ts'], {
    'numbers have no range': ['number >= min && number <= spec.max', 'number >= 0'],
    'what is no choice is one': [
      'if (!choices.some((choice) => choice === value))',
      'if (choices.length === 0)',
    ],
  }),
  faultsIn('server/store/bucket-rules.ts', ['server/store/bucket-rules.test.ts'], {
    'a bucket that is read may be written': [
      'key.startsWith(rule.prefix) && rule.uses.includes(use)',
      'key.startsWith(rule.prefix)',
    ],
    'a folder of a bucket is the bucket': [
      'rule.bucket === bucket && key.startsWith(rule.prefix)',
      'rule.bucket === bucket',
    ],
    'a key leads out of its folder': ["part !== '.' && part !== '..' && part !== ''", "part !== ''"],
  }),
  faultsIn('server/upload/document-buffer.ts', ['server/upload/document-buffer.test.ts'], {
    'a document is larger than the limit': ['if (needed > limitBytes) return false;', ''],
    'what came first is lost': ['larger.set(bytes.subarray(0, length));', ''],
  }),
  faultsIn('server/work/do-document.ts', ['server/app.test.ts'], {
    'the password is not handed on': ['...(password === undefined ? {} : { password }),', ''],
    'a failed document is a result': ['if (!outcome.ok) throw new ProblemError(outcome.problem);', ''],
  }),
  faultsIn('server/work/result-file.ts', ['server/routes/split.test.ts'], {
    'parts have one number': ['partName(name, index + 1, parts.length)', 'partName(name, 1, parts.length)'],
  }),
  faultsIn('server/called-as.ts', ['server/startup-banner.test.ts'], {
    'the image calls npm': ['if (isByNpm) return', "if (isByNpm || program === 'backup') return"],
  }),
  faultsIn('server/lifecycle.ts', ['server/lifecycle.test.ts'], {
    'nobody hears that draining began': ['began.abort();', ''],
    'a second signal gives more time': ['if (began.signal.aborted) return;', ''],
  }),
];
