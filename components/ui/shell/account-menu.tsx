'use client'

import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import { refusalOf, server } from '../server-calls'
import { useViewer } from './viewer'

const ENTRY = 'block rounded-sm px-2.5 py-1.5 text-sm hover:bg-canvas'

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
      {/* A native popover closes on Escape or a click elsewhere, and does not trap the focus. */}
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

/** Renders nothing for members of one namespace. */
function NamespaceChoice() {
  const { namespace, namespaces } = useViewer()
  const choose = useMutation({
    mutationFn: (namespaceId: string) => server.session.chooseNamespace.mutate({ namespaceId }),
    // The next namespace starts at its home page.
    onSuccess: () => window.location.assign('/'),
  })
  if (namespaces.length < 2) return null
  return (
    <div className="mt-1 border-t border-line pt-1">
      <p id="namespaces" className="px-2.5 py-1 text-xs text-ink-faint">
        Switch namespace
      </p>
      <ul aria-labelledby="namespaces">
        {namespaces
          .filter(({ id }) => id !== namespace.id)
          .map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                disabled={choose.isPending}
                onClick={() => choose.mutate(id)}
                className="w-full truncate rounded-sm px-2.5 py-1.5 text-left text-sm hover:bg-canvas"
              >
                {name}
              </button>
            </li>
          ))}
      </ul>
      {choose.isError && (
        <p role="alert" className="px-2.5 py-1 text-sm text-false">
          {refusalOf(choose.error).message}
        </p>
      )}
    </div>
  )
}
