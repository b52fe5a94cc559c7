/** The first assertion of a list that is FALSE, by name: a chain of choices over the bodies of the assertions. */
import { replaceFix } from '../../messages/report'
import type { Expression, Identifier } from '../../syntax/syntax'
import type { Checked } from '../checked-ruleset'
import type { CheckedBody, Checking } from '../checking'
import { BOOLEAN } from '../types'

type FirstFailed = Extract<Expression, { kind: 'first-failed' }>

/**
 * Reads only assertions above, so that no value depends on itself. Null, and reported, if a name is not that of such
 * an assertion.
 */
export function checkFirstFailed(c: Checking, node: FirstFailed): Checked | null {
  const bodies: CheckedBody[] = []
  for (const assertion of node.assertions) {
    const body = bodyOf(c, assertion, node)
    if (body !== null) bodies.push(body)
  }
  if (bodies.length < node.assertions.length) return null
  for (const { reads, unbridged } of bodies) {
    for (const input of reads) c.touched.reads.add(input)
    for (const pair of unbridged) c.touched.unbridged.set(`${pair.from}\u0000${pair.to}`, pair)
  }
  const { start, end, fallback } = node
  const names = node.assertions.map(({ name }) => name)
  const members = [...new Set(fallback === null ? names : [...names, fallback.value])]
  const type = { kind: 'text', members } as const
  const text = (value: string): Checked => ({ kind: 'string', value, type, start, end })
  const last: Checked =
    fallback === null ? { kind: 'nothing', because: 'no-condition', type, start, end } : text(fallback.value)
  const core = bodies.reduceRight<Checked>((otherwise, { expression }, i) => {
    const fails = { kind: 'connective', connective: 'Not', operands: [expression], type: BOOLEAN, start, end } as const
    const then = text(names[i]!)
    return { kind: 'choice', condition: fails, then, otherwise, partial: false, type, start, end }
  }, last)
  const form = { kind: 'first-failed', assertions: names, otherwise: fallback?.value ?? null } as const
  return { kind: 'written', form, core, type, start, end }
}

function bodyOf(c: Checking, assertion: Identifier, node: FirstFailed): CheckedBody | null {
  const { name } = assertion
  const declared = c.assertions.get(name)
  if (declared === undefined) {
    const meant = c.speller.nearest(name, [...c.assertions.keys()])
    const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, assertion, meant)]
    c.report.add('unknown-assertion', assertion, [name, meant], fixes)
    return null
  }
  c.use(assertion, 'assertion', false, declared.start)
  if (declared.start > node.start) c.report.add('used-before', assertion, [name])
  return c.bodies.get(name) ?? null
}
