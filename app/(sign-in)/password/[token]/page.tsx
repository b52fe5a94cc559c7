import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PasswordLinkForm } from '@/components/accounts/sign-in/password-link-form'
import { CardPage } from '@/components/ui/page-frame'
import { getRuntime } from '@/server/bootstrap/runtime'

export const metadata: Metadata = { title: 'New password', robots: { index: false } }

export default async function PasswordPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  const { token } = await params
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession } = getRuntime()
  const question = await workbench.passwordLinks.passwordQuestion(await readSession(cookie), token)
  if (question === null)
    return (
      <CardPage title="This link is no longer valid">
        <p className="text-ink-soft">
          It was used, replaced by a newer one, or is older than a day. The operator can create a new one with{' '}
          <code className="font-mono text-sm text-ink">npm run admin-link -- --person</code> and your e-mail address.
        </p>
      </CardPage>
    )
  return (
    <CardPage title="Set a new password">
      <PasswordLinkForm token={token} {...question} />
    </CardPage>
  )
}
