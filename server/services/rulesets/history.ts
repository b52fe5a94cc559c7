/** The history of a name for pages. It stores and charges nothing. Answers are plain JSON. */

import { Refusal } from '../../api/refusal'
import type { NameVerbs } from '../../database/rulesets/names'
import type { GraphRevision, RevisionGraphVerbs } from '../../database/rulesets/revision-graph'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { type CitationSource, readCitedClauses } from '../documents/cited-revisions'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { TestCases } from '../library/test-cases'
import { type JudgeDependencies, judgeDemands } from '../signing/approval-status'
import { explainOnlyOlderEngines } from '../signing/under-older-engine'
import { type CaseChanges, findCaseChanges } from './case-changes'
import { type ComparedRevision, readComparedRevision } from './compared-revision'
import { createRevisionGraph, type RevisionGraph } from './revision-graph'

export interface Pair {
  readonly from: string
  readonly to: string
}

export interface History {
  /**
   * @param request `before` is `older` of an earlier answer; null for the newest
   * @throws Refusal RULESET_NOT_FOUND
   */
  graph(caller: Caller, request: { readonly name: string; readonly before: string | null }): Promise<RevisionGraph>
  /** @throws Refusal RULESET_NOT_FOUND for bytes that are not stored, ENGINE_BUSY */
  compare(caller: Caller, pair: Pair): Promise<{ readonly from: ComparedRevision; readonly to: ComparedRevision }>
  /**
   * Runs every test case of the name on both.
   * @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED, ENGINE_BUSY
   */
  caseChanges(caller: Caller, request: { readonly name: string } & Pair): Promise<CaseChanges>
}

export interface HistoryDependencies {
  readonly store: Pick<NameVerbs, 'findName'> &
    RevisionGraphVerbs &
    JudgeDependencies['store'] &
    CitationSource['store']
  readonly changesOf: JudgeDependencies['changesOf']
  readonly engine: Pick<EngineDispatch, 'compile' | 'review' | 'citing'>
  readonly rulesets: RulesetLibrary
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly testCases: Pick<TestCases, 'runAll'>
  readonly now: () => Date
}

/** With their revisions about 150 KB. */
export const GRAPH_PAGE_BINDINGS = 200

export function createHistory(dependencies: HistoryDependencies): History {
  const { store, rulesets, engine, testCases } = dependencies
  return {
    graph: async (caller, { name, before }) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const named = await store.findName(namespaceId, name)
      if (named === null)
        throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
      const from = before === null ? null : BigInt(before)
      // One more shows whether there are older ones.
      const bindings = await store.bindingsBefore(namespaceId, name, from, GRAPH_PAGE_BINDINGS + 1)
      const page = bindings.slice(0, GRAPH_PAGE_BINDINGS)
      const hashes = [...new Set(page.map(({ hash }) => hash))]
      const revisions = await store.graphRevisions(namespaceId, hashes, dependencies.now())
      const approved = revisions.filter(isApproved).map(({ hash }) => hash)
      const demands = await judgeDemands(dependencies, caller, approved)
      const signed = revisions.filter(({ records }) => records.length > 0).map(({ hash }) => hash)
      const changes = await dependencies.changesOf(caller, [...new Set([...approved, ...signed])])
      const olderEngines = new Map<string, string | null>()
      for (const hash of approved)
        if (changes(hash).length > 0)
          olderEngines.set(hash, await explainOnlyOlderEngines(dependencies, namespaceId, hash, changes(hash)))
      const more = bindings.length > page.length
      return createRevisionGraph({
        name,
        current: named.hash,
        bindings: page,
        revisions,
        demands,
        changes,
        olderEngines,
        more,
      })
    },

    compare: async (caller, { from, to }) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const library = await dependencies.libraryOf(caller)
      const revisionOf = async (hash: string): Promise<ComparedRevision> => {
        const read = await readComparedRevision(engine, await rulesets.findStored(namespaceId, hash), library)
        const cited = await readCitedClauses(dependencies, caller, hash)
        return { ...read, citations: cited && { rules: cited.rules, clauses: cited.clauses } }
      }
      return { from: await revisionOf(from), to: await revisionOf(to) }
    },

    caseChanges: async (caller, { name, from, to }) => {
      demandPermission(caller, 'read')
      const older = await testCases.runAll(caller, { name, hash: from })
      const newer = await testCases.runAll(caller, { name, hash: to })
      return findCaseChanges(older, newer)
    },
  }
}

function isApproved({ approvals }: GraphRevision): boolean {
  return approvals.signed + approvals.unsigned > 0
}
