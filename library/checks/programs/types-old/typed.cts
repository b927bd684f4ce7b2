import pagelight = require('pagelight');

export const done: Promise<number> = pagelight.compress('a.pdf').then(({ bytes }) => bytes.length);
