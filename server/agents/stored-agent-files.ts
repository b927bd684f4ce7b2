import { type AgentFiles, FileRefusal, takenRefusal } from '../../library/agents/agent-files.ts';
import { lightName } from '../../library/node/light-name.ts';
import { isFileName } from './file-name.ts';
import { type AgentFileStore, FILE_TTL_MS } from './file-stores.ts';

const KEPT_MINUTES = FILE_TTL_MS / 60_000;
/** Names that mean the only folder. */
const WHOLE_SHELF = new Set(['', '.', './', '/']);

/** A key's store for agents that use paths: each path is a file name. */
export function storedAgentFiles(store: AgentFileStore): AgentFiles {
  const bytesOf = (path: string) => {
    const bytes = store.get(path);
    if (bytes !== undefined) return bytes;
    throw new FileRefusal(
      `There is no file ${path}. Send it with PUT /mcp/files/${encodeURIComponent(path)}.`,
    );
  };
  return {
    instructions: `Paths are names of files on this server, seen with this key alone; there are no folders but ".". Send a PDF before it is asked for: PUT /mcp/files/NAME.pdf with the same key and Content-Type: application/pdf. Read a result with GET /mcp/files/NAME-light.pdf. Files stay in memory until ${KEPT_MINUTES} minutes after they were last used.`,
    // Not copied: `agentWork` makes a copy once there is memory for it.
    read: async (path) => bytesOf(path),
    async placeFor(path, output) {
      bytesOf(path);
      const place = output ?? lightName(path);
      if (!isFileName(place)) throw new FileRefusal(`${place} is no name for a file here.`);
      return { path: place, isTaken: store.get(place) !== undefined };
    },
    async write(path, bytes, { mayReplace }) {
      if (!mayReplace && store.get(path) !== undefined) throw takenRefusal(path);
      const reservation = store.reserve();
      if (reservation.grow(bytes.length)) {
        store.put(path, new Uint8Array(bytes), reservation);
        return;
      }
      reservation.release();
      throw new FileRefusal(
        `The result (${bytes.length} bytes) has no room beside the other files of this key. Take some away with DELETE /mcp/files/NAME.pdf.`,
      );
    },
    async list(folder) {
      if (!WHOLE_SHELF.has(folder)) throw new FileRefusal('There are no folders here. Ask for ".".');
      return store.list().map(({ name, bytes }) => ({ path: name, bytes }));
    },
  };
}
