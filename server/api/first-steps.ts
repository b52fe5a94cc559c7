/** How far a new namespace is on its way to the first signature. */

/** `invited`: an invitation for it can be accepted, and no one has done so yet. */
export type FirstStepState = 'done' | 'invited' | 'open'

export interface FirstSteps {
  readonly author: FirstStepState
  readonly reviewer: FirstStepState
  readonly ruleset: FirstStepState
  readonly signature: FirstStepState
  /** The bytes that were saved last; null before the first ruleset. */
  readonly latestHash: string | null
  /**
   * Whether anybody could approve a ruleset: `no_reviewer` if no member has that role; `only_author` if the only reviewer
   * is the only author, who may not approve their own text under four eyes.
   */
  readonly approver: 'available' | 'no_reviewer' | 'only_author'
}

export function areDone({ author, reviewer, ruleset, signature }: FirstSteps): boolean {
  return [author, reviewer, ruleset, signature].every((state) => state === 'done')
}
