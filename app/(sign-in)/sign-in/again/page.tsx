import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ProviderButton } from '@/components/accounts/sign-in/provider-button'
import { CardPage } from '@/components/ui/page-frame'
import { getRuntime } from '@/server/bootstrap/runtime'
import { returnPath } from '@/server/http/session/return-path'

export const metadata: Metadata = { title: 'Sign in again', robots: { index: false } }

type Query = Promise<{ readonly next?: string | string[] }>

/** Asks a person who uses the provider to sign in there again before a signature. */
export default async function SignInAgainPage({ searchParams }: { readonly searchParams: Query }) {
  const { next } = await searchParams
  const path = returnPath([next].flat()[0])
  await headers()
  const { providerName } = getRuntime()
  if (providerName === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`)
  return (
    <CardPage title="Confirm that it is you">
      <p className="text-ink-soft">Sign in at {providerName} again. Then you return to the page you came from.</p>
      <ProviderButton name={providerName} next={path} again />
    </CardPage>
  )
}
