/**
 * Names that all readers decode equally: no escapes, delimiters or bytes beyond ASCII (ISO 32000-1, 7.3.5). Other names
 * are left where a pass would have to write them anew.
 */
export const PLAIN_NAME = /^[\w.-]+$/;
