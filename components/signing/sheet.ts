/** What the approve page shows, as the server's door types it. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'

type Asked = inferRouterInputs<AppRouter>['signing']
type Answered = inferRouterOutputs<AppRouter>['signing']

export type Sheet = Answered['sheet']
export type ReviewRow = Sheet['records'][number]
export type PrepareRequest = Asked['prepare']
export type PreparedStatement = Answered['prepare']
export type SignatureProof = Asked['sign']['proof']
export type Receipt = Answered['receipt']

/** Where the reviewer of these bytes signs. */
export function approvePath(hash: string): string {
  return `/approve/${hash}`
}

export function receiptPath(hash: string, recordId: string): string {
  return `${approvePath(hash)}/receipts/${recordId}`
}

export function sheetKey(hash: string): readonly string[] {
  return ['signing', 'sheet', hash]
}

type Reported = Pick<Sheet['unsigned'][number], 'approver' | 'channel' | 'reportedBy'>

/** Such as “Ann, as reported by the credential ci-bot”; never the bare name. */
export function reportedApprover({ approver, channel, reportedBy }: Reported): string {
  return `${approver}, as reported by ${reporter({ channel, reportedBy })}`
}

function reporter({ channel, reportedBy }: Omit<Reported, 'approver'>): string {
  if (channel === 'agent') return reportedBy === null ? 'an AI agent' : `an AI agent of “${reportedBy}”`
  return reportedBy === null ? 'a program without a credential' : `the credential “${reportedBy}”`
}
