/** A file that is missing or outside the agent's permissions. The message is for the agent. */
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

/** The path for a result. */
export interface NewPlace {
  readonly path: string;
  /** Whether a file exists there. */
  readonly isTaken: boolean;
}

export interface AgentWrite {
  /** If false, an existing file stays, even one created since `placeFor`. */
  readonly mayReplace: boolean;
  /** The source file: only users that may read it may read the result. */
  readonly madeOf: string;
}

/** The refusal for a result whose path is taken. */
export function takenRefusal(path: string): FileRefusal {
  return new FileRefusal(`${path} is there already; pass overwrite: true to replace it.`);
}

/** File access for an agent: folders of a machine or the store of a server. Each method may throw FileRefusal. */
export interface AgentFiles {
  /** Tells the agent in a sentence or two which paths exist and how documents get there. */
  readonly instructions: string;
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** @param output the path requested by the agent; default `NAME-light.pdf` beside the original */
  placeFor(path: string, output: string | undefined): Promise<NewPlace>;
  /** @param path from a `NewPlace` */
  write(path: string, bytes: Uint8Array, how: AgentWrite): Promise<void>;
  /** Lists the PDFs and folders in a folder. */
  list(folder: string): Promise<readonly ListedFile[]>;
}
