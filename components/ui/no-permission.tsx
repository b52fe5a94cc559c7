import { EmptyState } from './empty-state'

/** What a page says to somebody whose roles do not open it. */
export function NoPermission({ needs, roles }: { readonly needs: string; readonly roles: readonly string[] }) {
  return (
    <EmptyState title="This page is not for your role">
      <p>
        To {needs} you need the role {roles.join(' or ')} in this namespace. An administrator gives roles under
        Settings, Members.
      </p>
    </EmptyState>
  )
}
