'use client'

import { useMutation } from '@tanstack/react-query'
import { refusalOf } from './page-refusal'
import { server } from './server-calls'
import { useViewer } from './viewer'

/** The other namespaces of the person, in each of which they may have other roles. Nothing for members of one. */
export function NamespaceChoice() {
  const { namespace, namespaces } = useViewer()
  const choose = useMutation({
    mutationFn: (namespaceId: string) => server.session.chooseNamespace.mutate({ namespaceId }),
    // Everything on a page belongs to the namespace: the next one begins at its start.
    onSuccess: () => window.location.assign('/'),
  })
  if (namespaces.length < 2) return null
  return (
    <div className="mt-1 border-t border-line pt-1">
      <p id="namespaces" className="px-2.5 py-1 text-xs text-ink-faint">
        Act in another namespace
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
