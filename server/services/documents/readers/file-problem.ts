/** Thrown in the reading thread for a file that cannot become a document; the message says what to do. */
export class FileProblemError extends Error {}

/** Of an archive, all parts together. */
export const MAX_UNPACKED_BYTES = 50_000_000
export const MAX_PAGES = 500
export const MAX_FILE_BYTES = 5_000_000
