/** The person who views the pages. Only this decides what a page offers. */
export interface Viewer {
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
  /** The browser's namespace. */
  readonly namespace: ViewerNamespace
  /**
   * When an administrator first changed the rules of the namespace without a second one, or null. Later approvals are
   * marked.
   */
  readonly changedAloneAt: string | null
  /** Namespaces that the person is a member of. */
  readonly namespaces: readonly ViewerNamespace[]
  readonly roles: readonly string[]
  /** Permissions of the matrix, such as `save` or `sign`. */
  readonly permissions: readonly ViewerPermission[]
}

export interface ViewerNamespace {
  readonly id: string
  readonly name: string
}

export const VIEWER_PERMISSIONS = [
  'compute',
  'compile',
  'read',
  'save',
  'organise',
  'convert',
  'approve_unsigned',
  'sign',
  'manage_credentials',
  'manage_members',
  'manage_settings',
  'read_guardrails',
  'grant_calls',
  'confirm_guards',
  'edit_guardrails',
  'edit_guards',
  'send_frames',
  'answer_reviews',
  'label_frames',
  'manage_service_accounts',
  'read_audit',
] as const
export type ViewerPermission = (typeof VIEWER_PERMISSIONS)[number]

/** `1` on a call that a page makes while no person uses it; it does not prolong an idle session. */
export const UNATTENDED_HEADER = 'x-touchstone-unattended'

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
