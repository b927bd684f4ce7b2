import type { OutboundSettings } from './outbound.ts';

/** How `config.ts` reads a setting of each kind. */
export interface SettingReaders {
  readonly text: (name: string, fallback: string) => string;
  readonly integer: (name: string, fallback: number, min: number, max: number) => number;
  readonly refuse: (issue: string) => void;
}

const NAME = /^(\*|(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+)$/i;
const MAX_PORT = 65_535;

/** What servers may be asked for clients: none by default. */
export function readOutboundSettings({ text, integer, refuse }: SettingReaders): OutboundSettings {
  const hosts = list(text('INPUT_HOSTS', '')).map((host) => host.toLowerCase());
  if (!hosts.every((host) => NAME.test(host)))
    refuse(
      'INPUT_HOSTS must be host names with commas between: example.com, *.example.com or * for every public one.',
    );
  const ports = list(text('INPUT_PORTS', '443')).map(Number);
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port <= MAX_PORT))
    refuse('INPUT_PORTS must be numbers of ports with commas between.');
  return {
    hosts,
    ports,
    totalMs: integer('INPUT_TIMEOUT_S', 300, 1, 3600) * 1000,
    idleMs: integer('INPUT_IDLE_S', 15, 1, 300) * 1000,
  };
}

function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
