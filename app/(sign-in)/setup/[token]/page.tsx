import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { EntryFrame } from '@/components/accounts/entry-frame'
import { SetupForm } from '@/components/accounts/setup-form'
import { runtime } from '@/server/bootstrap/runtime'

export const metadata: Metadata = { title: 'Set up', robots: { index: false } }

export default async function SetupPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  const { token } = await params
  // Asked for first: it tells Next that this page is never made ahead.
  await headers()
  const question = await runtime().workbench.setup.setupQuestion(token)
  if (question === null)
    return (
      <EntryFrame title="This link is over">
        <p className="text-ink-soft">
          It was used, replaced by a later one, or is older than a day. The operator makes another one with{' '}
          <code className="font-mono text-sm text-ink">npm run admin-link</code>.
        </p>
      </EntryFrame>
    )
  return (
    <EntryFrame title="Make the administrator’s account">
      <SetupForm token={token} namespaceName={question.namespaceName} />
    </EntryFrame>
  )
}
