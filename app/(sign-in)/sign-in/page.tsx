import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { ProviderButton, ProviderProblem } from '@/components/accounts/sign-in/provider-button'
import { SignInForm } from '@/components/accounts/sign-in/sign-in-form'
import { WelcomePage } from '@/components/accounts/sign-in/welcome-page'
import { Notice } from '@/components/ui/notice'
import { CardPage } from '@/components/ui/page-frame'
import { getRuntime } from '@/server/bootstrap/runtime'
import { returnPath } from '@/server/http/session/return-path'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

type Query = Promise<{ readonly next?: string | string[]; readonly problem?: string | string[] }>

export default async function SignInPage({ searchParams }: { readonly searchParams: Query }) {
  const { next, problem } = await searchParams
  const path = returnPath([next].flat()[0])
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession, providerName } = getRuntime()
  const session = await readSession(cookie)
  if ((await workbench.people.viewerOf(session)) !== null) redirect(path)
  const over = await workbench.sessions.endedBecause(session)
  const firstRun = await workbench.setup.isFirstRun()
  // A new installation has no account to sign in with, unless a provider is configured.
  if (firstRun && providerName === null) return <WelcomePage />
  return (
    <CardPage title="Sign in">
      {over !== null && (
        <Notice kind="info" className="mb-4">
          Your session has ended. {over}
        </Notice>
      )}
      <ProviderProblem reason={[problem].flat()[0]} />
      <SignInForm next={path} />
      {providerName !== null && <ProviderButton name={providerName} next={path} />}
      <p className="mt-5 border-t border-line pt-4 text-sm text-ink-soft">
        {firstRun
          ? 'This deployment has no accounts yet. The terminal that started the server shows a link to create the first one.'
          : 'You need an invitation to get an account. Ask an administrator of your team.'}{' '}
        Without an account you can try{' '}
        <Link href="/playground" className="text-accent underline">
          the playground
        </Link>{' '}
        and read{' '}
        <Link href="/docs" className="text-accent underline">
          the documentation
        </Link>
        .
      </p>
    </CardPage>
  )
}
