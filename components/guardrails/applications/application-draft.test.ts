import { expect, it } from 'vitest'
import { applicationRequest } from '../../../server/api/schemas/guardrail'
import {
  type ApplicationDraft,
  applicationInput,
  applicationProblems,
  EMPTY_APPLICATION,
  readDraft,
} from './application-draft'

const GUARDRAIL = '11111111-1111-4111-8111-111111111111'
const node = (id: string, guardrail_id = GUARDRAIL) => ({ id, guardrail_id })
const edge = (from: string, to: string) => ({ from, to, when: 'any' as const })
const draft = (graph: ApplicationDraft['graph'], name = 'n'): ApplicationDraft => ({
  ...EMPTY_APPLICATION,
  name,
  graph,
})
const known = new Set([GUARDRAIL])

it.each<[string, ApplicationDraft, string[]]>([
  ['a chain', draft({ nodes: [node('a'), node('b')], edges: [edge('a', 'b')] }), []],
  ['nothing', EMPTY_APPLICATION, ['The application needs a name.', 'The graph needs at least one node.']],
  [
    'a cycle',
    draft({ nodes: [node('a'), node('b')], edges: [edge('a', 'b'), edge('b', 'a')] }),
    ['The edges must be no cycle; a → b → a is one.'],
  ],
  [
    'an edge to nowhere',
    draft({ nodes: [node('a')], edges: [edge('a', 'z')] }),
    ['Edge 1: its end “to” must be a node of this application; there is no "z".'],
  ],
  [
    'two edges alike',
    draft({ nodes: [node('a'), node('b')], edges: [edge('a', 'b'), edge('a', 'b')] }),
    ['Edge 2 must be one edge from "a" to "b".'],
  ],
])('%s', (_, given, problems) => {
  expect(applicationProblems(given, known)).toEqual(problems)
  const { contextDocument, ...input } = applicationInput(given)
  expect(applicationRequest.safeParse({ ...input, context_document: contextDocument }).success).toBe(
    problems.length === 0,
  )
})

it('a removed guardrail is reported with its node', () => {
  const given = draft({ nodes: [node('a', 'gone')], edges: [] })
  expect(applicationProblems(given, known)).toEqual(['The guardrail of the node “a” no longer exists. Choose another.'])
  expect(applicationProblems(given, null)).toEqual([])
})

it('a stored draft is read, and any other value is rejected', () => {
  const given = draft({ nodes: [node('a'), node('b')], edges: [edge('a', 'b')] })
  expect(readDraft(JSON.parse(JSON.stringify(given)))).toEqual(given)
  for (const other of [
    null,
    7,
    {},
    { ...given, aggregation: 'some' },
    { ...given, graph: { nodes: [{ id: 'a' }], edges: [] } },
    { ...given, graph: { nodes: [], edges: [{ from: 'a', to: 'b', when: 'maybe' }] } },
  ])
    expect(readDraft(other)).toBeNull()
})
