/** What a form of another language is written as. */
export interface Rewrite {
  readonly text: string
  /** The sentence that goes before the rewrite. */
  readonly note?: string
  /** The title of the fix, if it must say more than the rewrite. */
  readonly title?: string
  /** False for a rewrite that a message shows and no fix applies. */
  readonly certain?: boolean
}

export interface Rewrites {
  readonly options: readonly Rewrite[]
  readonly says?: string
}
