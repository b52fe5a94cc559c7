'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Viewer, ViewerPermission } from '../../../server/api/viewer'

const ViewerContext = createContext<Viewer | null>(null)

export function ViewerProvider({ viewer, children }: { readonly viewer: Viewer; readonly children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}

/** Only for workbench pages. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (viewer === null) throw new Error('no viewer: this component stands outside the workbench')
  return viewer
}

/** The server checks the permission again. */
export function useMay(permission: ViewerPermission): boolean {
  return useViewer().permissions.includes(permission)
}

export interface WorkbenchPage {
  readonly href: string
  readonly title: string
  /** Null for all members. */
  readonly permission: ViewerPermission | null
}

/** In the order of the navigation. */
const PAGES: readonly WorkbenchPage[] = [
  { href: '/', title: 'Rulesets', permission: null },
  { href: '/inbox', title: 'Inbox', permission: null },
  { href: '/documents', title: 'Documents', permission: null },
  { href: '/libraries', title: 'Libraries', permission: null },
  { href: '/guardrails', title: 'Guardrails', permission: 'read_guardrails' },
  { href: '/reviews', title: 'Reviews', permission: 'answer_reviews' },
  { href: '/calls', title: 'Calls', permission: 'grant_calls' },
  { href: '/units', title: 'Units', permission: null },
  { href: '/vocabulary', title: 'Vocabulary', permission: null },
  { href: '/audit', title: 'Audit', permission: 'read_audit' },
  { href: '/settings', title: 'Settings', permission: null },
  { href: '/docs', title: 'Docs', permission: null },
]

/** The pages of the navigation that the viewer may open. */
export function useOwnPages(): readonly WorkbenchPage[] {
  const { permissions } = useViewer()
  return PAGES.filter(({ permission }) => permission === null || permissions.includes(permission))
}
