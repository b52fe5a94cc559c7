import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { EntryFrame } from '@/components/accounts/entry-frame'
import { PasswordLinkForm } from '@/components/accounts/password-link-form'
import { runtime } from '@/server/bootstrap/runtime'

export const metadata: Metadata = { title: 'New password', robots: { index: false } }

export default async function PasswordPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  const { token } = await params
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession } = runtime()
  const question = await workbench.passwordLinks.passwordQuestion(await readSession(cookie), token)
  if (question === null)
    return (
      <EntryFrame title="This link is over">
        <p className="text-ink-soft">
          It was used, replaced by a later one, or is older than a day. The operator makes another one with{' '}
          <code className="font-mono text-sm text-ink">npm run admin-link -- --person</code> and your e-mail address.
        </p>
      </EntryFrame>
    )
  return (
    <EntryFrame title="Set a new password">
      <PasswordLinkForm token={token} {...question} />
    </EntryFrame>
  )
}
