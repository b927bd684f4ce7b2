import { setFlagsFromString } from 'node:v8';

/**
 * V8 counts documents that are held with what grows its heap, and as the server's own is small (25 MB), collected all of it once for
 * each second document of 3 MB while many wait: half of the server's time, and pauses in which nobody is answered. With
 * this it waits until the heap is four times as large. To be imported before all else: each collection sets the next limit.
 */
setFlagsFromString('--heap-growing-percent=300');
