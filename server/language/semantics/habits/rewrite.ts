/** How to write a form of another language here. */
export interface Rewrite {
  readonly text: string
  /** A sentence before the rewrite. */
  readonly note?: string
  /** The fix's title, if it says more than the rewrite. */
  readonly title?: string
  /** False if the rewrite is only shown. */
  readonly certain?: boolean
}

export interface Rewrites {
  readonly options: readonly Rewrite[]
  readonly says?: string
}
