export interface DatabaseAddresses {
  /** As the server's role. */
  readonly url: string
  /** As the owner of the tables. Null if unknown. */
  readonly ownerUrl: string | null
}
