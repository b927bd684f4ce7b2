import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { parseFlags } from '../../library/terminal/flags.ts';
import type { Output } from '../../library/terminal/output.ts';
import { table } from '../../library/terminal/table.ts';
import { helped, wrongUsage } from '../../library/terminal/usage.ts';
import { calledAs } from '../called-as.ts';
import type { ApiKey, KeyService } from '../keys/key-service.ts';
import { KEY_LIMIT_MAX_PER_MINUTE, KEY_NAME_MAX_CHARACTERS, UNSEEN } from '../keys/rules.ts';

function keysUsage(): string {
  const keys = calledAs('keys');
  return `Usage:
  ${keys} create --name NAME [--expires-in-days N] [--per-minute N]
      create a key and print it once
  ${keys} list
      show all keys
  ${keys} revoke ID
      revoke a key

Works while the server is running. Uses DATA_DIR or DATABASE_URL.
`;
}

export interface KeysCommandDeps {
  /** Opens the storage. Called only once the usage is valid. */
  readonly openKeys: () => Promise<{ readonly keys: KeyService; close(): Promise<void> }>;
  readonly output: Output;
  readonly now: () => number;
}

type Action = (keys: KeyService) => Promise<ExitCode>;

const CREATE_FLAGS = ['name', 'expires-in-days', 'per-minute'];
const MAX_DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function keysCommand(args: readonly string[], deps: KeysCommandDeps): Promise<ExitCode> {
  const { output } = deps;
  const { flags, positionals, faults } = parseFlags(args, {
    name: 'value',
    'expires-in-days': 'value',
    'per-minute': 'value',
    help: 'switch',
  });
  if (flags.has('help')) return helped(output, keysUsage());
  const planned = plan(flags, positionals, deps);
  const allFaults = [...faults, ...planned.faults];
  if (allFaults.length > 0 || planned.action === undefined) return wrongUsage(output, allFaults);

  const { keys, close } = await deps.openKeys();
  try {
    return await planned.action(keys);
  } finally {
    await close();
  }
}

interface Plan {
  readonly action?: Action;
  readonly faults: readonly string[];
}

function plan(
  flags: ReadonlyMap<string, string>,
  positionals: readonly string[],
  deps: KeysCommandDeps,
): Plan {
  const [command, ...rest] = positionals;
  const unused = (names: readonly string[]) =>
    names.filter((name) => flags.has(name)).map((name) => `--${name} belongs to create.`);
  switch (command) {
    case 'create':
      return planCreate(flags, rest, deps);
    case 'list':
      return {
        action: (keys) => list(keys, deps),
        faults: [...unused(CREATE_FLAGS), ...surplus(rest)],
      };
    case 'revoke': {
      const [id, ...more] = rest;
      const faults = [...unused(CREATE_FLAGS), ...surplus(more)];
      if (id === undefined) return { faults: [...faults, 'The ID of the key is missing; list shows it.'] };
      return { action: (keys) => revoke(keys, id, deps.output), faults };
    }
    case undefined:
      return { faults: ['Say what to do: create, list or revoke.'] };
    default:
      return { faults: [`"${command}" is not a command; there are create, list and revoke.`] };
  }
}

function surplus(words: readonly string[]): readonly string[] {
  return words.length > 0 ? [`"${words.join(' ')}" is too much here.`] : [];
}

function planCreate(
  flags: ReadonlyMap<string, string>,
  rest: readonly string[],
  { output, now }: KeysCommandDeps,
): Plan {
  const faults = [...surplus(rest)];
  const name = flags.get('name')?.trim() ?? '';
  if (name === '') faults.push('--name is missing: a name tells later what the key is for.');
  if ([...name].length > KEY_NAME_MAX_CHARACTERS)
    faults.push(`--name may have ${KEY_NAME_MAX_CHARACTERS} characters.`);

  if (UNSEEN.test(name)) faults.push('--name may not have control characters.');

  const daysText = flags.get('expires-in-days');
  const days = Number(daysText);
  if (daysText !== undefined && !(/^\d+$/.test(daysText) && days >= 1 && days <= MAX_DAYS)) {
    faults.push(`--expires-in-days must be an integer from 1 to ${MAX_DAYS}, not "${daysText}".`);
  }
  const limitText = flags.get('per-minute');
  const limit = Number(limitText);
  if (
    limitText !== undefined &&
    !(/^\d+$/.test(limitText) && limit >= 1 && limit <= KEY_LIMIT_MAX_PER_MINUTE)
  ) {
    faults.push(`--per-minute must be an integer from 1 to ${KEY_LIMIT_MAX_PER_MINUTE}, not "${limitText}".`);
  }
  const limits = limitText === undefined ? {} : { limitPerMinute: limit };
  const expiry = () => (daysText === undefined ? {} : { expiresAt: now() + days * DAY_MS });
  return {
    faults,
    async action(keys) {
      const { secret, key } = await keys.create({ name, ...limits, ...expiry() });
      output.out(`${secret}\n`);
      output.err(`Key ${key.id} is made. It is shown this one time: store it now.\n`);
      return EXIT.OK;
    },
  };
}

async function list(keys: KeyService, { output, now }: KeysCommandDeps): Promise<ExitCode> {
  const all = await keys.list();
  if (all.length === 0) {
    output.err(`There are no keys yet. Make one: ${calledAs('keys')} create --name my-app\n`);
    return EXIT.OK;
  }
  const head = ['ID', 'NAME', 'KEY', 'CREATED', 'LAST USED', 'STATE'];
  output.out(table([head, ...all.map((key) => row(key, now()))]));
  return EXIT.OK;
}

async function revoke(keys: KeyService, id: string, output: Output): Promise<ExitCode> {
  const outcome = await keys.revoke(id);
  if (outcome === 'unknown') {
    output.err(`There is no key with the ID "${id}"; list shows all of them.\n`);
    return EXIT.IO_ERROR;
  }
  output.err(outcome === 'revoked' ? `Key ${id} is revoked.\n` : `Key ${id} was revoked before.\n`);
  return EXIT.OK;
}

function row(key: ApiKey, now: number): readonly string[] {
  return [
    key.id,
    key.name,
    key.hint,
    day(key.createdAt),
    key.lastUsedAt === null ? 'never' : day(key.lastUsedAt),
    state(key, now),
  ];
}

function state({ revokedAt, expiresAt }: ApiKey, now: number): string {
  if (revokedAt !== null) return `revoked ${day(revokedAt)}`;
  if (expiresAt === null) return 'active';
  return expiresAt <= now ? `expired ${day(expiresAt)}` : `active until ${day(expiresAt)}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
