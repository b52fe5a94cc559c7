/** Members are derived on every compile and never stored (public/docs/api.md, "Compile a ruleset"). */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { Refusal, type WireDiagnostic } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { CompiledRuleset } from '../../engine/compile'
import { citingTexts } from '../../engine/explain/citing-rules'
import { claimSchema } from '../../engine/explain/claim-schema'
import { engineChanges } from '../../engine/explain/engine-changes'
import { assertionReads, buildManifest, countReads } from '../../engine/explain/manifest'
import { promptPack } from '../../engine/explain/prompt-pack'
import { describeRuleset, renderReview } from '../../engine/explain/review'
import { renderSummary } from '../../engine/explain/summary'
import { validationContract } from '../../engine/explain/validation-contract'
import type { Diagnostic } from '../../language/messages/diagnostic'

export function wireDiagnostics(diagnostics: readonly Diagnostic[]): WireDiagnostic[] {
  return diagnostics.map(({ severity, line, message }) => ({ severity, line, message }))
}

export function describeCompiled(compiled: CompiledRuleset): Record<string, string> {
  const { ruleset, input } = compiled
  const unbridged = ruleset.assertions.flatMap((assertion) =>
    assertion.unbridged.map((pair) => ({ rule: assertion.name, ...pair })),
  )
  const members: Record<string, unknown> = {
    ok: true,
    ruleset_hash: input.hash,
    unit_library_hash: input.unitLibraryHash,
    unbridged_units: unbridged,
    manifest: buildManifest(ruleset, input.hash),
    source: input.source,
    review: renderReview(ruleset),
    summary: renderSummary(ruleset),
    claim_schema: claimSchema(ruleset),
    validation_contract: validationContract(ruleset, input.library, input.limits),
    diagnostics: wireDiagnostics(compiled.diagnostics),
    versions: VERSIONS,
  }
  return canonicalMembers(members)
}

/** Members of the prompt pack (public/docs/api.md, "Get the prompts"). */
export function describePromptPack(compiled: CompiledRuleset): Record<string, string> {
  const { ruleset, input } = compiled
  return canonicalMembers({
    ok: true,
    ...promptPack(ruleset, input.library, input.hash, input.limits),
    versions: VERSIONS,
  })
}

/** Describes the review for pages where people sign. */
export function describeReview({ ruleset }: CompiledRuleset): Record<string, string> {
  return {
    text: JSON.stringify(renderReview(ruleset)),
    document: JSON.stringify(describeRuleset(ruleset)),
    changes: JSON.stringify(engineChanges(ruleset)),
  }
}

/** Describes citations for the coverage of documents. */
export function describeCiting({ ruleset, input }: CompiledRuleset): Record<string, string> {
  return { rules: JSON.stringify(citingTexts(ruleset, input.source)) }
}

/** A ruleset whose assertions read more claims in total gets no proof. */
export const MAX_PROOF_READS = 100_000

/** @throws Refusal BUDGET_EXCEEDED if there are too many, because lets allow every assertion to read every claim */
export function describeReads({ ruleset }: CompiledRuleset): Record<string, string> {
  const actual = countReads(ruleset)
  if (actual > MAX_PROOF_READS)
    throw new Refusal(
      'BUDGET_EXCEEDED',
      `The assertions of the ruleset read ${actual} claims together; a proof lists at most ${MAX_PROOF_READS}. Split the ruleset.`,
      { budget: 'proof_claims', limit: MAX_PROOF_READS, actual },
    )
  return { reads: JSON.stringify(assertionReads(ruleset)) }
}

function canonicalMembers(members: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, canonicalJson(member as Json)]))
}
