'use client'

import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { Badge, RefusalNotice } from '../../ui/notice'
import { PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { MailChoices } from './mail-choices'
import { OwnSessions } from './own-sessions'
import { PasskeyList } from './passkey-list'
import { PasswordForm } from './password-form'

const ACCOUNT_KEY = ['account'] as const

type Account = inferRouterOutputs<AppRouter>['account']['describe']

/** The person's own account: name, password, passkeys, memberships, and signing out everywhere. */
export function AccountPage() {
  const account = useQuery({ queryKey: ACCOUNT_KEY, queryFn: () => server.account.describe.query() })
  return (
    <>
      <PageHeader title="Your account" />
      {account.isPending && <SkeletonLines what="your account" />}
      {account.error !== null && (
        <RefusalNotice refusal={refusalOf(account.error)} onRetry={() => void account.refetch()} />
      )}
      {account.data !== undefined && (
        <div className="flex max-w-3xl flex-col gap-8">
          <OwnName name={account.data.name} email={account.data.email} />
          <section aria-labelledby="password-title">
            <h2 id="password-title" className="text-lg font-semibold">
              Password
            </h2>
            {account.data.hasPassword ? (
              <PasswordForm email={account.data.email} />
            ) : (
              <p className="text-ink-soft">Your account has no password. You sign in another way.</p>
            )}
          </section>
          <PasskeyList />
          <MailChoices />
          <Memberships memberships={account.data.memberships} />
          <OwnSessions />
        </div>
      )}
    </>
  )
}

/** People cannot change their own name, because it is printed below what they signed. */
function OwnName({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <section aria-labelledby="name-title" className="max-w-prose">
      <h2 id="name-title" className="text-lg font-semibold">
        Name
      </h2>
      <p className="mt-1 font-medium break-words">{name}</p>
      <p className="text-ink-soft">
        You sign in as <span className="font-medium break-all text-ink">{email}</span>. The name is printed below
        everything you sign. An administrator of your namespaces can change it. Earlier signatures show the name they
        were made with.
      </p>
    </section>
  )
}

function Memberships({ memberships }: { readonly memberships: Account['memberships'] }) {
  const { namespace } = useViewer()
  return (
    <section aria-labelledby="memberships">
      <h2 id="memberships" className="text-lg font-semibold">
        Memberships
      </h2>
      <p className="text-ink-soft">Administrators assign roles. To switch namespaces, use the menu with your name.</p>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
        {memberships.map(({ namespaceId, namespaceName, roles }) => (
          <li key={namespaceId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-40 flex-1 font-medium break-words">
              {namespaceName} {namespaceId === namespace.id && <Badge tone="accent">current</Badge>}
            </span>
            <span className="text-ink-soft">{roles.join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
