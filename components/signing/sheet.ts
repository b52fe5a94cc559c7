/** The types of the approve page, as the router of the server declares them. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'

type Inputs = inferRouterInputs<AppRouter>['signing']
type Outputs = inferRouterOutputs<AppRouter>['signing']

export type Sheet = Outputs['sheet']
export type ReviewRow = Sheet['records'][number]
export type PrepareRequest = Inputs['prepare']
export type PreparedStatement = Outputs['prepare']
export type SignatureProof = Inputs['sign']['proof']
export type Receipt = Outputs['receipt']

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
