/**
 * How one database is reached: by the server in its daily work, and by its owner.
 */
export interface DatabaseAddresses {
  /** `postgresql://…`, as the server's role. */
  readonly url: string
  /** As the role that owns the tables: for migrations and restores. Null: only `url` is known. */
  readonly ownerUrl: string | null
}
