import type { Json } from '../../api/canonical-json'
import type { CompiledRuleset } from '../../engine/compile'
import { analyseRuleset } from '../../meaning/analysis/analyse-ruleset'
import type { Finding } from '../../meaning/analysis/analysis-result'
import type { AskTools } from '../../meaning/find-witness'
import { AnswerSize, wireLeftOut, wireOpen, wirePlace, wireRuleset, wireWitness } from './wire-meaning'

/** @returns members without `ok` and `versions` */
export function analysisOf(compiled: CompiledRuleset, tools: AskTools): Readonly<Record<string, Json>> {
  const { input, ruleset } = compiled
  const { findings, examples, open } = analyseRuleset({ source: input.source, ruleset }, { tools, form: 'full' })
  const { entries, left } = new AnswerSize().fitting(examples, ({ trueWhen, falseWhen }) => [
    trueWhen?.claims ?? {},
    falseWhen?.claims ?? {},
  ])
  return {
    ...wireRuleset(compiled),
    findings: findings.map(wireFinding),
    examples: entries.map(({ assertion, trueWhen, falseWhen }) => ({
      assertion,
      true_when: trueWhen && wireWitness(trueWhen),
      false_when: falseWhen && wireWitness(falseWhen),
    })),
    open: [...open.map(wireOpen), ...wireLeftOut(left, 'examples')],
  }
}

/** `fix` is only for the editor. */
function wireFinding({
  kind,
  severity,
  sentence,
  assertions,
  claims,
  definitions,
  place,
  implication,
  witness,
}: Finding): Json {
  return {
    ...{ kind, severity, sentence, assertions, claims, definitions },
    place: place && wirePlace(place),
    ...(implication !== null && { implied: implication.implied, implied_by: implication.by }),
    ...(witness !== null && { witness: wireWitness(witness) }),
  }
}
