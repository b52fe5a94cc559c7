import { canonicalJson } from '../../api/canonical-json'
import type { Scenario } from '../../api/terms/blind-test-terms'
import { sha256Hex } from '../../attestation/review-statement'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetUnder } from '../engine-pool/engine-job'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { LibrarySource } from '../library/unit-libraries'

/** A scenario with the dictionary that is checked. */
export interface CheckedScenario extends Scenario {
  readonly claims: Readonly<Record<string, unknown>>
}

export interface ChosenScenarios {
  readonly of: RulesetUnder
  /** Empty if no case lies at a threshold. */
  readonly scenarios: readonly CheckedScenario[]
  /** SHA-256 of the canonical JSON of `scenarios`. */
  readonly digest: string
}

export interface ScenarioSource extends Pick<LibrarySource, 'libraryOf'> {
  readonly engine: Pick<EngineDispatch, 'scenarios' | 'assertions'>
  readonly rulesets: Pick<RulesetLibrary, 'findStored'>
}

/**
 * The same ruleset, unit library and engine give the same scenarios.
 * @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY
 */
export async function readScenarios(
  { engine, rulesets, libraryOf }: ScenarioSource,
  caller: Caller,
  hash: string,
): Promise<ChosenScenarios> {
  const of = { ruleset: await rulesets.findStored(namespaceOf(caller), hash), library: await libraryOf(caller) }
  const text = await engine.scenarios(of)
  return { of, scenarios: JSON.parse(text) as readonly CheckedScenario[], digest: sha256Hex(text) }
}

/** The content of a stored test. @param scenarios with both answers */
export function contentOfTest(digest: string, scenarios: readonly object[]): string {
  return canonicalJson(JSON.parse(JSON.stringify({ digest, scenarios })))
}
