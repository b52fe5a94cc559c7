/**
 * What a credential lets an agent do, in words for whoever consents.
 */
import type { ConsentingCredential } from '@/server/contract/consent-question'

const FULL = [
  'compile rulesets and check claims against them',
  'see and save the rulesets of your namespace',
  'record approvals, marked as recorded by an agent',
  'add unit converters',
] as const
const READ_ONLY = [
  'check claims against the rulesets of your namespace',
  'see those rulesets, their approvals and units',
  'change nothing',
] as const
const EVALUATION = ['compile rulesets and check claims against them', 'save and approve nothing'] as const

export function rightsOf({ grade, tier }: ConsentingCredential): readonly string[] {
  if (grade === 'evaluation') return EVALUATION
  return tier === 'read_only' ? READ_ONLY : FULL
}

/** Null where there is none. */
export function limitsOf({ callsPerDay, callsTotal, expiresAt }: ConsentingCredential): string | null {
  const calls = [
    ...(callsPerDay === null ? [] : [`${count(callsPerDay)} a day`]),
    ...(callsTotal === null ? [] : [`${count(callsTotal)} in all`]),
  ]
  const limits = [
    ...(calls.length === 0 ? [] : [`Its calls count: at most ${calls.join(' and ')}.`]),
    ...(expiresAt === null ? [] : [`It expires on ${day(expiresAt)}, and the agent’s access with it.`]),
  ]
  return limits.length === 0 ? null : limits.join(' ')
}

function count(calls: number): string {
  return calls.toLocaleString('en')
}

function day(time: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
}
