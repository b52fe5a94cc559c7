import type { Metadata } from 'next'
import { CardPage } from '@/components/ui/page-frame'

import type { ConsentProblem } from '@/server/api/consent-question'

export const metadata: Metadata = { title: 'Not connected', robots: { index: false } }

const REASONS: Readonly<Record<ConsentProblem, string>> = {
  expired:
    'This question is no longer open: it was answered, it waited longer than half an hour, or it was asked in another browser.',
  invalid_client: 'The program that sent you here is no longer registered. Remove its connection and add it again.',
  invalid_redirect_uri: 'The program wants your answer at an address that it never registered.',
  invalid_request: 'The request of the program that sent you here is incomplete.',
  server_error: 'Something went wrong on this server. The log has the details.',
}

export default async function ProblemPage({
  searchParams,
}: {
  readonly searchParams: Promise<{ readonly reason?: string | string[] }>
}) {
  const { reason } = await searchParams
  const known = Object.entries(REASONS).find(([name]) => name === reason)?.[1] ?? REASONS.invalid_request
  return (
    <CardPage title="The agent was not connected">
      <p className="text-ink-soft">{known}</p>
      <p className="mt-3 text-ink-soft">Go back to the program you came from and connect again from there.</p>
    </CardPage>
  )
}
