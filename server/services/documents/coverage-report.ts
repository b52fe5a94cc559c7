import { Refusal } from '../../api/refusal'
import type { DocumentVerbs } from '../../database/documents/documents'
import type { NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import {
  type CitingRule,
  citingRuleOf,
  coverageInWords,
  type DocumentCoverage,
  measureCoverage,
} from '../../documents/coverage'
import { matchClauses } from '../../documents/match-clauses'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { LibrarySource } from '../library/unit-libraries'
import { type SplitText, splitText } from './clause-edits'

export type RulesetToCover = { readonly name: string } | { readonly source: string }

export interface CoverageReport extends DocumentCoverage {
  /** "11 of 12 clauses covered, 1 not checkable; 2 rules cite no clause". */
  readonly summary: string
  /**
   * Cited clauses that changed since the ruleset was saved, for a ruleset by name. Saving it again says that somebody
   * has looked at them.
   */
  readonly outdated: readonly { readonly rule: string; readonly clause: string; readonly change: 'changed' | 'gone' }[]
}

export interface CoverageDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly store: Pick<DocumentVerbs, 'findDocument' | 'listDocumentRevisions' | 'readDocumentRevision'> &
    Pick<NamedRevisionVerbs, 'latestBindings'>
  readonly engine: Pick<EngineDispatch, 'citing'>
  readonly rulesets: RulesetLibrary
}

export async function coverageOf(
  dependencies: CoverageDependencies,
  caller: Caller,
  { label, split }: { readonly label: string; readonly split: SplitText },
  ruleset: RulesetToCover,
): Promise<CoverageReport> {
  const namespaceId = namespaceOf(caller)
  const [found = null] = 'name' in ruleset ? await dependencies.store.latestBindings(namespaceId, ruleset.name, 1) : []
  if ('name' in ruleset && found === null)
    throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${ruleset.name}" in this namespace.`)
  const reference = 'source' in ruleset ? ruleset : { ruleset_hash: found?.hash ?? '' }
  const { text } = await dependencies.rulesets.find(namespaceId, reference)
  const citing = await dependencies.engine.citing(text, await dependencies.libraryOf(caller))
  const rules = citing.map((rule) => citingRuleOf(rule, label))
  const coverage = measureCoverage(split.text, split.edited, rules)
  const at = found === null ? null : found.boundAt
  const outdated = at === null ? [] : await findOutdated(dependencies, namespaceId, { label, split, rules, at })
  return { ...coverage, summary: coverageInWords(coverage), outdated }
}

interface BoundRules {
  readonly label: string
  readonly split: SplitText
  readonly rules: readonly CitingRule[]
  /** When the ruleset was saved. */
  readonly at: Date
}

/** Revisions and saves are only added, so their times say which revision a save was made with. */
async function findOutdated(
  { store }: CoverageDependencies,
  namespaceId: string,
  { label, split, rules, at }: BoundRules,
): Promise<CoverageReport['outdated']> {
  const document = await store.findDocument(namespaceId, label)
  if (document === null) return []
  const revisions = await store.listDocumentRevisions(namespaceId, document.id)
  const bound = revisions.find(({ createdAt }) => createdAt <= at)
  if (bound === undefined || bound === revisions[0]) return []
  const read = await store.readDocumentRevision(namespaceId, document.id, bound.number)
  if (read === null) return []
  const older = splitText(read.text, read.edits)
  const matches = matchClauses(
    { text: older.text, clauses: older.edited.clauses },
    { text: split.text, clauses: split.edited.clauses },
  )
  const changes = new Map<string, 'changed' | 'gone'>()
  for (const { change, older: from, newer } of matches) {
    if (change !== 'changed' && change !== 'gone') continue
    const clause = newer === null ? older.edited.clauses[from ?? -1] : split.edited.clauses[newer]
    if (clause !== undefined) changes.set(clause.label, change)
  }
  return rules.flatMap(({ name, clauses }) =>
    clauses.flatMap((clause) => {
      const change = changes.get(clause)
      return change === undefined ? [] : [{ rule: name, clause, change }]
    }),
  )
}
