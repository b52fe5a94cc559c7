import type { CitingText } from '../../engine/explain/citing-rules'

/** Assertions that cite the same clauses, directly or through each other, which are read again together. */
export interface RuleGroup {
  /** Labels of clauses of the document, in the order of the ruleset. */
  readonly clauses: readonly string[]
  /** Further clauses, cited by the definitions and claims that the rules use. */
  readonly context: readonly string[]
  readonly rules: readonly CitingText[]
  /** Some rule cites another document, so the clauses of this one do not decide it. */
  readonly citesElsewhere: boolean
}

/** @param known labels of the document; a rule that only cites others is in no group */
export function groupRules(
  citing: readonly CitingText[],
  document: string,
  known: ReadonlySet<string>,
): readonly RuleGroup[] {
  const own = (rule: CitingText) => [...new Set(rule.citations.flatMap((each) => labelIn(each, document, known)))]
  const groups: { clauses: Set<string>; rules: CitingText[] }[] = []
  for (const rule of citing) {
    const clauses = own(rule)
    if (!rule.isAssertion || clauses.length === 0) continue
    const joined = groups.filter((group) => clauses.some((clause) => group.clauses.has(clause)))
    const [first = { clauses: new Set<string>(), rules: [] }, ...others] = joined
    if (joined.length === 0) groups.push(first)
    for (const other of others) {
      for (const clause of other.clauses) first.clauses.add(clause)
      first.rules.push(...other.rules)
      groups.splice(groups.indexOf(other), 1)
    }
    for (const clause of clauses) first.clauses.add(clause)
    first.rules.push(rule)
  }
  const places = new Map(citing.map((rule, index) => [rule, index]))
  return groups.map(({ clauses, rules }) => {
    const behind = citingBehind(rules, citing)
    return {
      clauses: [...clauses],
      context: [...new Set(behind.flatMap(own))].filter((clause) => !clauses.has(clause)),
      rules: rules.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
      citesElsewhere: [...rules, ...behind].some((rule) => rule.citations.some((each) => each.document !== document)),
    }
  })
}

function labelIn(
  { document: label, clause }: { readonly document: string; readonly clause: string },
  document: string,
  known: ReadonlySet<string>,
): readonly string[] {
  return label === document && known.has(clause) ? [clause] : []
}

/** Definitions and claims that cite a clause and that the rules name, directly or through each other. */
function citingBehind(rules: readonly CitingText[], citing: readonly CitingText[]): readonly CitingText[] {
  const others = new Map(citing.filter(({ isAssertion }) => !isAssertion).map((rule) => [rule.name, rule]))
  const found = new Set<CitingText>()
  const open = [...rules]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const word of next.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []) {
      const other = others.get(word)
      if (other === undefined || found.has(other)) continue
      found.add(other)
      open.push(other)
    }
  return [...found]
}
