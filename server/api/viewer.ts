/** Who looks at the pages. This alone decides what a page offers or leaves out. */
export interface Viewer {
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
  /** The one in which the browser acts. */
  readonly namespace: ViewerNamespace
  /**
   * When an administrator of this namespace first changed its rules alone, without a second one; null where none did.
   * Approvals from then on are marked.
   */
  readonly changedAloneAt: string | null
  /** All that the person is a member of. */
  readonly namespaces: readonly ViewerNamespace[]
  readonly roles: readonly string[]
  /** Names of permissions of the matrix, such as `save` or `sign`. */
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
  'convert',
  'approve_unsigned',
  'sign',
  'manage_credentials',
  'manage_members',
  'manage_settings',
  'read_guardrails',
  'edit_guardrails',
  'send_frames',
  'answer_reviews',
  'manage_service_accounts',
  'read_audit',
] as const
export type ViewerPermission = (typeof VIEWER_PERMISSIONS)[number]
