/** `invited`: an invitation can be accepted, but nobody has done so yet. */
export type FirstStepState = 'done' | 'invited' | 'open'

export interface FirstSteps {
  readonly author: FirstStepState
  readonly reviewer: FirstStepState
  readonly ruleset: FirstStepState
  readonly signature: FirstStepState
  /** Hash of the last saved ruleset; null before the first save. */
  readonly latestHash: string | null
  /**
   * `no_reviewer`: no member has that role. `only_author`: the only reviewer is also the only author, whom four eyes
   * forbid to approve.
   */
  readonly approver: 'available' | 'no_reviewer' | 'only_author'
}

export function areStepsDone({ author, reviewer, ruleset, signature }: FirstSteps): boolean {
  return [author, reviewer, ruleset, signature].every((state) => state === 'done')
}
