import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { InvitationPanel } from '@/components/accounts/sign-in/invitation-panel'
import { ProviderButton } from '@/components/accounts/sign-in/provider-button'
import { CardPage } from '@/components/ui/page-frame'
import { getRuntime } from '@/server/bootstrap/runtime'

export const metadata: Metadata = { title: 'Invitation', robots: { index: false } }

export default async function InvitePage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  const { token } = await params
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession, providerName } = getRuntime()
  const question = await workbench.joining.invitationQuestion(await readSession(cookie), token)
  if (question === null)
    return (
      <CardPage title="This invitation is no longer valid">
        <p className="text-ink-soft">
          It was accepted, revoked or replaced, or it is older than a week. Ask the administrator who invited you for a
          new one.
        </p>
      </CardPage>
    )
  return (
    <CardPage title={<>Join “{question.namespaceName}”</>}>
      <InvitationPanel token={token} question={question} />
      {question.signedIn === null && providerName !== null && (
        <ProviderButton name={providerName} next={`/invite/${token}`} />
      )}
    </CardPage>
  )
}
