/** A database of one dialect for a test. */
import type { DialectName } from '../../sql/dialect'

export interface TestDatabase {
  readonly dialect: DialectName
  /** Rows in the order of the query; values are truth values and texts. */
  query(sql: string): Promise<readonly (readonly unknown[])[]>
  execute(sql: string): Promise<void>
  close(): Promise<void>
}
