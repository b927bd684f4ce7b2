// Schemas can describe themselves for OpenAPI where this was loaded before they were made. The server's own modules see to
// it; files of tests that share a process may begin with others.
import '@hono/zod-openapi';
