/**
 * What the writers of one account sent, in their order, and what they were answered.
 *
 * A write that was answered must be there for ever; one that was not may be there or not, since it is unknown how far it
 * came, but never in part.
 */
import { createHash } from 'node:crypto'

interface Write {
  /** Set when the whole answer has arrived. */
  answered: boolean
}

export interface RulesetWrite extends Write {
  readonly hash: string
  readonly source: string
  /** As answered. */
  parentHash: string | null
  /** As answered; null where the answer does not contain it. */
  depth: number | null
}

/** That a name was bound to bytes, by a save or by an approval. */
export interface BindingWrite extends Write {
  readonly name: string
  readonly hash: string
  /** Who sent it: the writes of one writer follow each other. */
  readonly writer: string
}

export interface ApprovalWrite extends Write {
  readonly hash: string
  /** No other approval has it. */
  readonly approver: string
  readonly note: string
  readonly binding: BindingWrite | null
  approvedAt: string
  readonly writer: string
}

export interface ConverterWrite extends Write {
  /** No other converter has it. */
  readonly factor: string
  /** Of the library that came into force, as answered. */
  libraryHash: string
}

export interface LabelWrite extends Write {
  readonly hash: string
  /** JSON, as answered. */
  label: string
}

/** An evaluation credential, and the calls that it was charged for. */
export interface CredentialWrite {
  readonly token: string
  /** Calls that were answered with success. */
  charged: number
}

export interface Journal {
  /** A full credential of the account. */
  readonly token: string
  readonly rulesets: RulesetWrite[]
  readonly bindings: BindingWrite[]
  readonly approvals: ApprovalWrite[]
  readonly converters: ConverterWrite[]
  readonly labels: LabelWrite[]
  readonly credentials: CredentialWrite[]
  /** Answers that no failure of a database or a server explains. */
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

/** Writes by whether they were answered; a save or an approval with a name is one write. */
export function tallyOf({ rulesets, approvals, converters, credentials }: Journal): Tally {
  const writes: readonly Write[] = [...rulesets, ...approvals, ...converters]
  const answered = writes.filter((write) => write.answered).length
  return { answered: answered + credentials.length, unanswered: writes.length - answered }
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** By a text that each of them has, in the order of the first of each. */
export function groupedBy<T>(all: readonly T[], textOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) {
    const group = groups.get(textOf(each))
    if (group === undefined) groups.set(textOf(each), [each])
    else group.push(each)
  }
  return groups
}
