/** Of the engine: the one of `package.json`, which a test holds. Another version may give other bytes. */
export const ENGINE_VERSION = '0.2.0';
