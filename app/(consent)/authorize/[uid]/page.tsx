import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ConsentPanel } from '@/components/accounts/consent/consent-panel'
import { getRuntime } from '@/server/bootstrap/runtime'

export const metadata: Metadata = { title: 'Connect an agent', robots: { index: false } }

/** The form is sent to this same address, which the OAuth handler answers. */
export default async function ConsentPage({ params }: { readonly params: Promise<{ readonly uid: string }> }) {
  const { uid } = await params
  const question = await getRuntime().consentService.question(uid, (await headers()).get('cookie'))
  if (question === null) redirect('/authorize/problem?reason=expired')
  return <ConsentPanel question={question} />
}
