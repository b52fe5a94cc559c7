/** Where the store reports what an operator may want to know. A pino logger is one. */
export interface StoreLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
