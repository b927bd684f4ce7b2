import type { SettingReader } from '../settings/setting-reader.ts';
import type { OutboundSettings } from './outbound.ts';

const NAME = /^(\*|(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+)$/i;
const MAX_PORT = 65_535;

/** Servers that may be asked for clients: none by default. */
export function readOutboundSettings(read: SettingReader): OutboundSettings {
  const hosts = list(read.text('INPUT_HOSTS')).map((host) => host.toLowerCase());
  if (!hosts.every((host) => NAME.test(host)))
    read.refuse(
      'INPUT_HOSTS must be host names with commas between: example.com, *.example.com or * for every public one.',
    );
  const ports = list(read.text('INPUT_PORTS')).map(Number);
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port <= MAX_PORT))
    read.refuse('INPUT_PORTS must be numbers of ports with commas between.');
  return {
    hosts,
    ports,
    totalMs: read.integer('INPUT_TIMEOUT_S') * 1000,
    idleMs: read.integer('INPUT_IDLE_S') * 1000,
  };
}

function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
