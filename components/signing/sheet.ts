import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'
import type { shownComparison } from '../../server/api/schemas/comparison'
import type { AppRouter } from '../../server/http/trpc/router'
import type { PageRefusal } from '../ui/server-calls'

type Inputs = inferRouterInputs<AppRouter>['signing']
type Outputs = inferRouterOutputs<AppRouter>['signing']

export type Sheet = Outputs['sheet']
/** The change in meaning and the results of the test cases, loaded after the sheet. */
export interface SheetMeaning extends Omit<Outputs['meaning'], 'comparison'> {
  /** Null if there is nothing to compare with. */
  readonly comparison: { readonly sha256: string; readonly answer: z.infer<typeof shownComparison> } | null
}
export type ReviewRow = Sheet['records'][number]
export type PrepareRequest = Inputs['prepare']
export type PreparedStatement = Outputs['prepare']
export type SignatureProof = Inputs['sign']['proof']
export type Receipt = Outputs['receipt']

export function approvePath(hash: string): string {
  return `/approve/${hash}`
}

export function receiptPath(hash: string, recordId: string): string {
  return `${approvePath(hash)}/receipts/${recordId}`
}

export function sheetKey(hash: string): readonly string[] {
  return ['signing', 'sheet', hash]
}

const COMPARISON_FIELD: keyof PrepareRequest = 'comparisonDigest'

/** Whether the server refuses because the page showed an outdated comparison. */
export function isOfOtherComparison(refusal: PageRefusal | null): boolean {
  return refusal?.failures.some(({ field }) => field === COMPARISON_FIELD) ?? false
}

type Reported = Pick<Sheet['unsigned'][number], 'approver' | 'channel' | 'reportedBy'>

/** Returns “Ann, as reported by the credential ci-bot”, never only the name. */
export function reportedApprover({ approver, channel, reportedBy }: Reported): string {
  return `${approver}, as reported by ${reporterInWords({ channel, reportedBy })}`
}

function reporterInWords({ channel, reportedBy }: Omit<Reported, 'approver'>): string {
  if (channel === 'agent') return reportedBy === null ? 'an AI agent' : `an AI agent of “${reportedBy}”`
  return reportedBy === null ? 'a program without a credential' : `the credential “${reportedBy}”`
}
