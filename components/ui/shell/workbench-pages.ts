import type { ViewerPermission } from '../../../server/api/viewer'

interface WorkbenchPage {
  readonly href: string
  readonly title: string
  /** Null for all members. */
  readonly permission: ViewerPermission | null
}

/** In the order of the navigation. */
export const WORKBENCH_PAGES: readonly WorkbenchPage[] = [
  { href: '/', title: 'Rulesets', permission: null },
  { href: '/libraries', title: 'Libraries', permission: null },
  { href: '/guardrails', title: 'Guardrails', permission: 'read_guardrails' },
  { href: '/reviews', title: 'Reviews', permission: 'answer_reviews' },
  { href: '/units', title: 'Units', permission: null },
  { href: '/vocabulary', title: 'Vocabulary', permission: null },
  { href: '/audit', title: 'Audit', permission: 'read_audit' },
  { href: '/settings', title: 'Settings', permission: null },
  { href: '/docs', title: 'Docs', permission: null },
]
