import { z } from 'zod'

export const MAX_LABEL_LENGTH = 32

/** What `@cite` names a document by, as in `TE-07`. */
export const documentLabel = z
  .string()
  .trim()
  .max(MAX_LABEL_LENGTH)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: 'a label of letters, digits, points, hyphens and underscores, as in TE-07',
  })

/** Formats that a document can be uploaded in, by the end of the file's name. */
export const DOCUMENT_FILES = '.txt,.md,.markdown,.html,.htm,.docx,.pdf'
