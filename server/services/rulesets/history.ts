/**
 * The history of a name, as pages show it: its revisions as a graph, two of them side by side, and the test cases whose
 * answers differ between two.
 *
 * Promises: nothing is stored and nothing is charged; whoever may read the rulesets of a namespace may read their
 * history. A revision that no longer compiles is told with its reason and still compared as text. Answers are plain JSON
 * data: times are ISO texts.
 */
import type { Answer } from '../../api/answer-letters'
import type { Meaning } from '../../api/review-meanings'
import type { ReviewDocument } from '../../engine/explain/review-document'
import type { Caller } from '../access/caller'
import type { ApprovalState } from '../signing/approval-status'

/** A time that the name was bound. */
export interface GraphBinding {
  readonly id: string
  readonly hash: string
  readonly at: string
  /** Label of the person or of the credential. */
  readonly by: string
  readonly message: string | null
}

export interface GraphNode {
  readonly hash: string
  /** The revision that these bytes superseded when they were first stored, whatever its name; null for a first one. */
  readonly parent: string | null
  /** Number of revisions before this one. */
  readonly depth: number
  readonly storedAt: string
  /** Every name that was ever bound to these bytes, with the first time; oldest first. */
  readonly savedAs: readonly { readonly name: string; readonly at: string }[]
  readonly approval: ApprovalState
  /** Why approvals in force do not count, in words; null where they do, and where there is none. */
  readonly approvalReason: string | null
  /** Why results may differ from those under the engines of the approvals in force, in words; null where they do not. */
  readonly underOlderEngine: string | null
  /** Approvals in force that no person signed. */
  readonly unsigned: number
  /** What people signed, newest first. */
  readonly records: readonly {
    readonly id: string
    readonly meaning: Meaning
    /** Name of the signer, as the signed statement has it. */
    readonly by: string
    /** Names of the ruleset, as the signed statement has them. */
    readonly rulesetNames: readonly string[]
    readonly at: string
    /** Whether it was signed under an engine that can give other results. */
    readonly underOlderEngine: boolean
    /** Why an approval in force does not count, in words; null where it does, and for other meanings. */
    readonly uncounted: string | null
  }[]
}

export interface RevisionGraph {
  readonly name: string
  /** What the name points at now. */
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly GraphBinding[]
  /** The revisions of these bindings, newest first: none stands above one that it was made from. */
  readonly nodes: readonly GraphNode[]
  /** To ask for older bindings with; null where there is none. */
  readonly older: string | null
}

/** Something about a claim or an assertion, such as its question. */
export interface Fact {
  readonly about:
    | 'type'
    | 'members'
    | 'unit'
    | 'range'
    | 'question'
    | 'context'
    | 'unknown policy'
    | 'condition'
    | 'definitions'
  readonly text: string
}

export interface Described {
  readonly name: string
  readonly facts: readonly Fact[]
}

export interface ComparedRevision {
  readonly hash: string
  readonly source: string
  /** Null where it does not compile under the unit library in force. */
  readonly compiled: {
    readonly review: ReviewDocument
    readonly claims: readonly Described[]
    readonly assertions: readonly Described[]
  } | null
  /** Why it does not compile; null where it does. */
  readonly problem: string | null
}

export interface CaseChange {
  readonly id: string
  readonly title: string
  /** Why the dictionary is not accepted by the older revision; null where it is. */
  readonly fromProblem: string | null
  readonly toProblem: string | null
  /** Null where a revision has no such assertion, or does not accept the dictionary. */
  readonly answers: readonly { readonly assertion: string; readonly from: Answer | null; readonly to: Answer | null }[]
}

export interface CaseChanges {
  /** How many cases the name has. */
  readonly cases: number
  /** Those whose answers differ, in the order of their titles. */
  readonly changed: readonly CaseChange[]
}

export interface Pair {
  readonly from: string
  readonly to: string
}

export interface History {
  /**
   * @param request `before` is what an earlier answer told in `older`; null for the newest
   * @throws Refusal RULESET_NOT_FOUND
   */
  graph(caller: Caller, request: { readonly name: string; readonly before: string | null }): Promise<RevisionGraph>
  /** @throws Refusal RULESET_NOT_FOUND for bytes that are not stored, ENGINE_BUSY */
  compare(caller: Caller, pair: Pair): Promise<{ readonly from: ComparedRevision; readonly to: ComparedRevision }>
  /**
   * Runs every test case of the name on both.
   * @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED where one of them does not compile, ENGINE_BUSY
   */
  caseChanges(caller: Caller, request: { readonly name: string } & Pair): Promise<CaseChanges>
}
