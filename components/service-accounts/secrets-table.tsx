import { server } from '../calls/server-calls'
import { IssuedTable } from '../settings/issued-table'
import { KIND_WORDS, SERVICE_ACCOUNTS_KEY, type ServiceSecret } from './account-answers'

/** The secrets of an account, none of which can be read again. */
export function SecretsTable(props: { readonly username: string; readonly secrets: readonly ServiceSecret[] }) {
  return (
    <IssuedTable
      label={`Secrets of ${props.username}`}
      issued={props.secrets}
      name={({ label }) => <span className="font-medium break-words">{label}</span>}
      kind={{ title: 'Kind', of: ({ kind }) => KIND_WORDS[kind].title }}
      mayRevoke={({ state }) => state === 'active'}
      revoke={(id) => server.serviceAccounts.revokeSecret.mutate({ id })}
      changes={SERVICE_ACCOUNTS_KEY}
    >
      <p>Programs that use it, and the tokens they got for it, are refused within a second. It cannot be taken back.</p>
    </IssuedTable>
  )
}
