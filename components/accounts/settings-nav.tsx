'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ViewerPermission } from '../../server/api/viewer'
import { PendingCount } from '../ui/shell/header-counts'
import { useViewer } from '../ui/shell/viewer'

const PAGES: readonly {
  readonly href: string
  readonly title: string
  /** Null if everyone may see the page. */
  readonly permission: ViewerPermission | null
}[] = [
  { href: '/settings/account', title: 'Your account', permission: null },
  { href: '/settings/first-steps', title: 'First steps', permission: 'manage_members' },
  { href: '/settings/members', title: 'Members', permission: 'manage_members' },
  { href: '/settings/security', title: 'Security events', permission: 'read_audit' },
  { href: '/settings/changes', title: 'Pending changes', permission: 'manage_members' },
  { href: '/settings/credentials', title: 'Credentials', permission: 'manage_credentials' },
  { href: '/settings/service-accounts', title: 'Service accounts', permission: 'manage_service_accounts' },
  { href: '/settings/namespace', title: 'Namespace', permission: 'manage_settings' },
  { href: '/settings/notifications', title: 'Notifications', permission: 'manage_settings' },
]

/** The settings pages that the viewer may see: a list next to the page, or a row above it on a narrow screen. */
export function SettingsNav() {
  const path = usePathname()
  const { permissions } = useViewer()
  return (
    <nav
      aria-label="Settings"
      className="-mx-4 flex flex-wrap gap-1 border-b border-line px-4 pb-2 md:mx-0 md:w-44 md:shrink-0 md:flex-col md:flex-nowrap md:border-0 md:p-0"
    >
      {PAGES.filter(({ permission }) => permission === null || permissions.includes(permission)).map(
        ({ href, title }) => (
          <Link
            key={href}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            className={clsx(
              'shrink-0 rounded-md px-2.5 py-1.5 text-sm hover:bg-line/60 hover:text-ink',
              path === href ? 'bg-line/60 font-medium text-ink' : 'text-ink-soft',
            )}
          >
            {title}
            {href === '/settings/changes' && <PendingCount />}
          </Link>
        ),
      )}
    </nav>
  )
}
