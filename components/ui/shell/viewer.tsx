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
