'use client'

import { server } from '../ui/server-calls'
import { IssuedTable } from './issued-table'
import { CREDENTIALS_KEY, type CredentialRow, TIER_WORDS } from './settings-answers'

/** Every credential of the namespace, the newest first. */
export function CredentialsTable({ credentials }: { readonly credentials: readonly CredentialRow[] }) {
  return (
    <IssuedTable
      label="Credentials"
      issued={credentials}
      name={({ id, label, issuedBy }) => (
        <>
          <span className="font-medium break-words">{label || 'No label'}</span>
          <code className="block font-mono text-xs text-ink-faint" title={id}>
            {id.slice(0, 8)}
          </code>
          {issuedBy !== null && (
            <span className="block text-xs text-ink-faint">
              issued by {issuedBy.name}
              {issuedBy.disabled && ', whose account is disabled'}
            </span>
          )}
        </>
      )}
      kind={{ title: 'Tier', of: ({ tier }) => TIER_WORDS[tier] }}
      mayRevoke={({ state }) => state !== 'revoked'}
      revoke={(id) => server.credentials.revoke.mutate({ id })}
      changes={CREDENTIALS_KEY}
    >
      <p>
        Programs that hold its token, and agents allowed with it, are refused within a second. It cannot be taken back;
        what was done with it stays.
      </p>
    </IssuedTable>
  )
}
