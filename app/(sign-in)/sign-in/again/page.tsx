import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { EntryFrame } from '@/components/accounts/entry-frame'
import { ProviderButton } from '@/components/accounts/provider-button'
import { runtime } from '@/server/bootstrap/runtime'
import { askedPath } from '@/server/http/session/asked-path'

export const metadata: Metadata = { title: 'Sign in again', robots: { index: false } }

type Query = Promise<{ readonly next?: string | string[] }>

/** Before a signature of somebody who signs in at the provider. */
export default async function SignInAgainPage({ searchParams }: { readonly searchParams: Query }) {
  const { next } = await searchParams
  const path = askedPath([next].flat()[0])
  await headers()
  const { providerName } = runtime()
  if (providerName === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`)
  return (
    <EntryFrame title="Prove that it is you">
      <p className="text-ink-soft">Sign in at {providerName} again. You come back to the page you are coming from.</p>
      <ProviderButton name={providerName} next={path} again />
    </EntryFrame>
  )
}
