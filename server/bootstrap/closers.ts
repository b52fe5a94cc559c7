/** What was opened so far and how to close it; the last one opened is closed first. */
export type Closers = (() => Promise<void> | void)[]
