/** The half of pdf.js that reads documents; its package has no types for it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: {
    /** Answers what the other half asks through a port. */
    initializeFromPort(port: EventTarget): void;
  };
}
