/**
 * Records what the writers of one account sent, in order, and the answers. An answered write must stay; an unanswered
 * one may be stored or not, but never partly.
 */
import { createHash } from 'node:crypto'

interface Write {
  /** Whether the whole answer has arrived. */
  answered: boolean
}

export interface RulesetWrite extends Write {
  readonly hash: string
  readonly source: string
  /** From the answer. */
  parentHash: string | null
  /** From the answer; null if the answer does not contain it. */
  depth: number | null
}

/** A name was bound to bytes, by a save or an approval. */
export interface BindingWrite extends Write {
  readonly name: string
  readonly hash: string
  /** The sender; writes of one writer are sequential. */
  readonly writer: string
}

export interface ApprovalWrite extends Write {
  readonly hash: string
  /** Unique. */
  readonly approver: string
  readonly note: string
  readonly binding: BindingWrite | null
  approvedAt: string
  readonly writer: string
}

export interface ConverterWrite extends Write {
  /** Unique. */
  readonly factor: string
  /** From the answer. */
  libraryHash: string
}

export interface LabelWrite extends Write {
  readonly hash: string
  /** JSON from the answer. */
  label: string
}

export interface CredentialWrite {
  readonly token: string
  /** Successful calls. */
  charged: number
}

export interface Journal {
  readonly token: string
  readonly rulesets: RulesetWrite[]
  readonly bindings: BindingWrite[]
  readonly approvals: ApprovalWrite[]
  readonly converters: ConverterWrite[]
  readonly labels: LabelWrite[]
  readonly credentials: CredentialWrite[]
  /** Answers that no failure of a database or server explains. */
  readonly unexpected: string[]
}

export function newJournal(token: string): Journal {
  return {
    token,
    rulesets: [],
    bindings: [],
    approvals: [],
    converters: [],
    labels: [],
    credentials: [],
    unexpected: [],
  }
}

export interface Tally {
  readonly answered: number
  readonly unanswered: number
}

/** A save or approval with a name is one write. */
export function tallyOf({ rulesets, approvals, converters, credentials }: Journal): Tally {
  const writes: readonly Write[] = [...rulesets, ...approvals, ...converters]
  const answered = writes.filter((write) => write.answered).length
  return { answered: answered + credentials.length, unanswered: writes.length - answered }
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Groups by a text, in order of first occurrence. */
export function groupedBy<T>(all: readonly T[], textOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) {
    const group = groups.get(textOf(each))
    if (group === undefined) groups.set(textOf(each), [each])
    else group.push(each)
  }
  return groups
}
