/** Version of the engine, equal to `package.json` (tested). Another version may give other bytes. */
export const ENGINE_VERSION = '0.2.0';
