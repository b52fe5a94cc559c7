/** What the approve page shows, as the server's door types it. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/doors/trpc/router'

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
