/** Media types that a document is accepted in; a refusal of any other type lists them. */
export const ACCEPTED_MEDIA_TYPES = ['multipart/form-data', 'application/pdf'] as const;
