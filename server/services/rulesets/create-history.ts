/** Makes the area of {@link History} over the store, the engine and the test cases. */
import { Refusal } from '../../api/refusal'
import type { NameVerbs } from '../../database/rulesets/names'
import type { GraphRevision, RevisionGraphVerbs } from '../../database/rulesets/revision-graph'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import type { TestCases } from '../checks/test-cases'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import { type JudgeParts, judgeDemands } from '../signing/approval-status'
import { onlyUnderOlderEngine } from '../signing/only-under-older-engine'
import { caseChanges } from './case-changes'
import { comparedRevision } from './compared-revision'
import type { History } from './history'
import { graphOf } from './revision-graph'
import type { RulesetLibrary } from './ruleset-library'

export interface HistoryParts {
  readonly store: Pick<NameVerbs, 'findName'> & RevisionGraphVerbs & JudgeParts['store']
  readonly changesOf: JudgeParts['changesOf']
  readonly engine: Pick<EngineDispatch, 'compile' | 'review'>
  readonly rulesets: RulesetLibrary
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly testCases: Pick<TestCases, 'runAll'>
  readonly now: () => Date
}

/** Bindings told at a time. */
export const GRAPH_PART = 500

export function createHistory(parts: HistoryParts): History {
  const { store, rulesets, engine, testCases } = parts
  return {
    graph: async (caller, { name, before }) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const found = await store.findName(namespaceId, name)
      if (found === null)
        throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
      const from = before === null ? null : BigInt(before)
      // One more than is told, to know whether there are older ones.
      const bindings = await store.bindingsBefore(namespaceId, name, from, GRAPH_PART + 1)
      const told = bindings.slice(0, GRAPH_PART)
      const hashes = [...new Set(told.map(({ hash }) => hash))]
      const revisions = await store.graphRevisions(namespaceId, hashes, parts.now())
      const approved = revisions.filter(isApproved).map(({ hash }) => hash)
      const demands = await judgeDemands(parts, caller, approved)
      const signed = revisions.filter(({ records }) => records.length > 0).map(({ hash }) => hash)
      const changes = await parts.changesOf(caller, [...new Set([...approved, ...signed])])
      const olderEngines = new Map<string, string | null>()
      for (const hash of approved)
        if (changes(hash).length > 0)
          olderEngines.set(hash, await onlyUnderOlderEngine(parts, namespaceId, hash, changes(hash)))
      const more = bindings.length > told.length
      return graphOf({ name, current: found.hash, bindings: told, revisions, demands, changes, olderEngines, more })
    },

    compare: async (caller, { from, to }) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const library = await parts.libraryOf(caller)
      const told = async (hash: string) => {
        return comparedRevision(engine, await rulesets.findStored(namespaceId, hash), library)
      }
      return { from: await told(from), to: await told(to) }
    },

    caseChanges: async (caller, { name, from, to }) => {
      demandPermission(caller, 'read')
      const older = await testCases.runAll(caller, { name, hash: from })
      const newer = await testCases.runAll(caller, { name, hash: to })
      return caseChanges(older, newer)
    },
  }
}

function isApproved({ standing }: GraphRevision): boolean {
  return standing.signed + standing.unsigned > 0
}
