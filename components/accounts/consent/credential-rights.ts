import type { ConsentingCredential } from '@/server/api/consent-question'

interface Rights {
  /** Each continues "the agent could". */
  readonly can: readonly string[]
  /** Continues "It could not". Null if nothing notable is forbidden. */
  readonly cannot: string | null
}

const FULL: Rights = {
  can: [
    'compile rulesets and check claims against them',
    'see and save the rulesets of your namespace',
    'record approvals, marked as recorded by an agent',
    'add unit converters',
  ],
  cannot: null,
}
const READ_ONLY: Rights = {
  can: ['check claims against the rulesets of your namespace', 'see those rulesets, their approvals and the units'],
  cannot: 'change anything that your namespace stores',
}
const EVALUATION: Rights = {
  can: ['compile rulesets and check claims against them', 'look up units and the vocabulary'],
  cannot: 'save rulesets under a name or record approvals',
}

export function rightsOf({ grade, tier }: ConsentingCredential): Rights {
  if (grade === 'evaluation') return EVALUATION
  return tier === 'read_only' ? READ_ONLY : FULL
}

/** Returns null if the credential has no limits. */
export function limitsOf({ callsPerDay, callsTotal, expiresAt }: ConsentingCredential): string | null {
  const calls = [
    ...(callsPerDay === null ? [] : [`${countInWords(callsPerDay)} a day`]),
    ...(callsTotal === null ? [] : [`${countInWords(callsTotal)} in all`]),
  ]
  const limits = [
    ...(calls.length === 0 ? [] : [`Its calls are limited to ${calls.join(' and ')}.`]),
    ...(expiresAt === null ? [] : [`It expires on ${dayInWords(expiresAt)}, and the agent’s access with it.`]),
  ]
  return limits.length === 0 ? null : limits.join(' ')
}

function countInWords(calls: number): string {
  return calls.toLocaleString('en')
}

function dayInWords(time: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
}
