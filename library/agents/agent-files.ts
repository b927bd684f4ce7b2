/** A file that an agent may not have, or that is not there; the message is for the agent. */
export class FileRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileRefusal';
  }
}

export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Where a result may be put. */
export interface NewPlace {
  readonly path: string;
  /** Something is there already. */
  readonly isTaken: boolean;
}

export interface AgentWrite {
  /** False: a file that is there stays, also one that came since it was asked for. */
  readonly mayReplace: boolean;
  /** The file that it was made of: nobody may read it who may not read that. */
  readonly madeOf: string;
}

/** What an agent is told where something is at the path of its result. */
export function takenRefusal(path: string): FileRefusal {
  return new FileRefusal(`${path} is there already; pass overwrite: true to replace it.`);
}

/** The files that an agent works on, wherever they are: in folders of a machine, or on a store of a server. Each may throw FileRefusal. */
export interface AgentFiles {
  /** Which paths there are and how documents get there, in a sentence or two for the agent. */
  readonly instructions: string;
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** @param output as the agent wishes; without it beside the original, `NAME-light.pdf` */
  placeFor(path: string, output: string | undefined): Promise<NewPlace>;
  /** @param path of a `NewPlace` */
  write(path: string, bytes: Uint8Array, how: AgentWrite): Promise<void>;
  /** The PDFs in a folder and the folders in it. */
  list(folder: string): Promise<readonly ListedFile[]>;
}
