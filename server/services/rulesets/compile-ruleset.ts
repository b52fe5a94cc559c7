/**
 * POST /v1/compile. Nothing is stored or charged unless the source compiles. The answer is sent after the source is
 * stored durably.
 */
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import type { CallLedger } from '../access/call-ledger'
import type { Success } from '../calls/call-context'
import type { CitationWarnings } from '../documents/citation-warnings'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary } from '../library/ruleset-library'
import { type Calling, type StoreRuleset, storerOf } from '../library/store-ruleset'
import type { LibrarySource } from '../library/unit-libraries'
import type { LabelRequest, Labels } from '../vocabulary/labels'

export interface CompileDependencies {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly libraryOf: LibrarySource['libraryOf']
  readonly labels: Labels
  readonly citationWarnings: CitationWarnings
  /** The page to read and sign this hash; null if the deployment does not know its address. */
  readonly approveUrlOf: (hash: string) => string | null
}

export async function compileRuleset(
  dependencies: CompileDependencies,
  calling: Calling,
  request: {
    readonly source: string
    readonly parent_hash?: string | null | undefined
    readonly label?: LabelRequest | null | undefined
  },
): Promise<Success> {
  const { caller } = calling
  const share = () => shareOf(calling)
  const refund = await dependencies.ledger.reserve(caller, 'compile')
  try {
    const { text } = await dependencies.rulesets.find(caller.namespaceId, { source: request.source }, share)
    const library = await dependencies.libraryOf(caller)
    const compiled = await dependencies.engine.compile(text, library, share)
    const members = { ...compiled, ...(await warnings(dependencies, caller.namespaceId, text, library, compiled)) }
    const stored = await storeCompiled(dependencies, calling, text, request.parent_hash ?? null)
    const storage =
      stored === null
        ? undefined
        : canonicalJson({ parent_hash: stored.parentHash, revision_depth: stored.revisionDepth })
    const label = await dependencies.labels.assign(caller, text.hash, request.label)
    // A ruleset that is not stored has no page.
    const approveUrl = canonicalJson(stored === null ? null : dependencies.approveUrlOf(text.hash))
    return { body: canonicalObject({ ...members, stored: storage, label, approve_url: approveUrl }) }
  } catch (error) {
    refund()
    throw error
  }
}

/** The diagnostics with those about cited clauses; empty if there is nothing to add. */
async function warnings(
  { citationWarnings }: CompileDependencies,
  namespaceId: string | null,
  text: RulesetText,
  library: LibraryText,
  { diagnostics = '[]' }: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const found = namespaceId === null ? [] : await citationWarnings.find(namespaceId, text, library)
  if (found.length === 0) return {}
  const added = found.map((warning) => canonicalJson({ ...warning })).join(',')
  return { diagnostics: diagnostics === '[]' ? `[${added}]` : `${diagnostics.slice(0, -1)},${added}]` }
}

/** Null for the playground, which has no namespace. */
async function storeCompiled(
  dependencies: CompileDependencies,
  calling: Calling,
  text: RulesetText,
  parentHash: string | null,
) {
  const { namespaceId } = calling.caller
  if (namespaceId === null) return null
  const stored = await dependencies.storeRuleset({ namespaceId, text, parentHash, storedBy: storerOf(calling) })
  dependencies.rulesets.remember(namespaceId, text)
  return stored
}
