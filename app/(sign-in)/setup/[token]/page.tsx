import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { SetupForm } from '@/components/accounts/sign-in/setup-form'
import { CardPage } from '@/components/ui/page-frame'
import { getRuntime } from '@/server/bootstrap/runtime'

export const metadata: Metadata = { title: 'Set up', robots: { index: false } }

export default async function SetupPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  const { token } = await params
  // Comes first: it makes Next render this page on every request.
  await headers()
  const question = await getRuntime().workbench.setup.setupQuestion(token)
  if (question === null)
    return (
      <CardPage title="This link is no longer valid">
        <p className="text-ink-soft">
          It was used, replaced by a newer one, or is older than a day. The operator can create a new one with{' '}
          <code className="font-mono text-sm text-ink">npm run admin-link</code>.
        </p>
      </CardPage>
    )
  return (
    <CardPage title="Create the administrator account">
      <SetupForm token={token} namespaceName={question.namespaceName} />
    </CardPage>
  )
}
