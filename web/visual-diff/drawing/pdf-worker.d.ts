/** pdf.js's parser, whose package has no types for it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: {
    /** Serves the renderer's requests through a port. */
    initializeFromPort(port: EventTarget): void;
  };
}
