// Schemas can describe themselves for OpenAPI only if this was loaded before they were created. The server's own
// modules ensure that; test files that share a process may load others first.
import '@hono/zod-openapi';
