/**
 * Random rulesets that compile, with every construct of the language. They declare only what expressions mention, so
 * they shrink well. For property tests only.
 */
import fc from 'fast-check'
import { type RandomClaims, randomClaims } from './random-claims'
import { RandomExpressions, type RandomRulesetOptions } from './random-expressions'

const EVERYTHING: Required<RandomRulesetOptions> = {
  depth: 3,
  maxAssertions: 3,
  nonlinear: true,
  partial: true,
  units: true,
  unbridged: false,
  quantifiers: true,
  numerics: true,
}

/** Texts that compile with the built-in unit library. */
export function randomRuleset(options: RandomRulesetOptions = {}): fc.Arbitrary<string> {
  const settings = { ...EVERYTHING, ...options }
  const expressions = new RandomExpressions(settings)
  const lets = fc.record({
    known: expressions.condition(1),
    total: settings.numerics ? expressions.number('bare', 1) : fc.constant('1'),
    choice: expressions.member('size', 1),
    marks: expressions.set('condition', 1),
    sizes: expressions.set('size', 1),
    limits: settings.numerics ? expressions.set('number', 1) : fc.constant('{ 1 }'),
    settled: expressions.condition(1),
  })
  const policy = fc.constantFrom('', '', ' [optimistic]', ' [pessimistic]', ' [neutral]')
  const assertion = fc.tuple(policy, expressions.condition(settings.depth))
  const assertions = fc.array(assertion, { minLength: 1, maxLength: settings.maxAssertions })
  const version = fc.constantFrom('', '', 'version 1.3;\n', 'version 1.2;\n')
  return fc.tuple(version, randomClaims(), lets, assertions).map(([head, declared, values, list]) => {
    const bodies = list.map(([how, body], i) => `assert a${i}${how} { ${body} };`)
    const used = mentionedNames(bodies.join('\n'))
    const definitions: string[] = []
    // Processed from below, because a let may name earlier lets.
    for (const [name, value] of Object.entries(values).reverse()) {
      if (!used.has(name)) continue
      for (const word of mentionedNames(value)) used.add(word)
      definitions.unshift(`let ${name} = ${value};`)
    }
    return `${head}${printDeclarations(declared, used)}${[...definitions, ...bodies].join('\n')}\n`
  })
}

function printDeclarations(all: RandomClaims, used: ReadonlySet<string>): string {
  let text = ''
  for (const { name, type, annotations } of all) {
    if (!used.has(name)) continue
    for (const annotation of annotations) text += `// @${annotation}\n`
    text +=
      name === 'settled' || name === 'open' ? `declare local ${name} as boolean;\n` : `declare ${name} as ${type};\n`
  }
  return text
}

/** Returns the names in a text, without strings. */
function mentionedNames(text: string): Set<string> {
  return new Set(text.replace(/"[^"]*"/g, '').match(/[A-Za-z_]\w*/g) ?? [])
}
