/**
 * Who is calling and what they may do: the one type that every operation decides by.
 */
export type Grade = 'evaluation' | 'full' | 'open' | 'playground'

export interface Caller {
  /**
   * `evaluation` and `full` hold a credential; `open` is anybody on a deployment that demands none; `playground` is
   * the page of this deployment, which may compute but stores nothing.
   */
  readonly grade: Grade
  /** The namespace whose rulesets the caller sees; null for the playground, which has none. */
  readonly namespaceId: string | null
  readonly credentialId: string | null
  /** Caps on counted calls; null where there is none. */
  readonly caps: { readonly perDay: number | null; readonly total: number | null }
}
