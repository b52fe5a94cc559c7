'use client'

import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import { NamespaceChoice } from './namespace-choice'
import { useViewer } from './viewer'

const ENTRY = 'block rounded-sm px-2.5 py-1.5 text-sm hover:bg-canvas'

/** Who is signed in and in which namespace; leads to the own account, other namespaces and out. */
export function AccountMenu() {
  const { person, namespace, roles } = useViewer()
  const id = useId()
  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex h-8 max-w-44 items-center gap-1.5 rounded-md px-2 text-sm text-ink-soft hover:bg-canvas hover:text-ink"
      >
        <span className="truncate">{person.name}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </button>
      {/* The browser's own popover: closed by Escape, by a click elsewhere, and never in the way of the focus. */}
      <div
        id={id}
        popover="auto"
        className="fixed top-11 right-4 left-auto m-0 w-64 rounded-md border border-line bg-raised p-1 text-ink shadow-lg"
      >
        <div className="px-2.5 py-1.5">
          <p className="truncate font-medium">{person.name}</p>
          <p className="truncate text-sm text-ink-faint">{person.email}</p>
          <p className="mt-1 text-sm text-ink-faint">
            {roles.join(', ')} in <span className="text-ink-soft">{namespace.name}</span>
          </p>
        </div>
        <NamespaceChoice />
        <div className="mt-1 border-t border-line pt-1">
          <Link href="/settings/account" className={ENTRY}>
            Your account
          </Link>
          <a href="/sign-out" className={ENTRY}>
            Sign out
          </a>
        </div>
      </div>
    </div>
  )
}
