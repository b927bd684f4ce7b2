import { setFlagsFromString } from 'node:v8';

/**
 * V8 counts external memory (documents) toward heap growth. The server's own heap is small (25 MB), so with a long
 * queue every second document of 3 MB triggered a full collection: half of the server's time, and pauses without
 * responses. With this setting the heap may quadruple first. Import this before everything else: each collection sets
 * the next limit.
 */
setFlagsFromString('--heap-growing-percent=300');
