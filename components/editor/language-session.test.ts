import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LanguageSession } from './language-session'
import type { FromWorker, Question } from './protocol'

/** @param now clock of the session; the default does not move, so every question is asked */
function started(now: () => number = () => 0) {
  const messages: FromWorker[] = []
  const later: (() => void)[] = []
  const session = new LanguageSession(
    // Cloned like a message of a worker.
    (message) => messages.push(structuredClone(message)),
    (call) => later.push(call),
    now,
  )
  const settle = () => {
    for (let call = later.shift(); call !== undefined; call = later.shift()) call()
  }
  return { session, messages, later, settle }
}

const SOURCE = 'version 1.3;\ndeclare a as boolean;\nassert it_holds { a };\n'

describe('one text', () => {
  test('posts markers first, then the description, the check and the findings', () => {
    const { session, messages, settle } = started()
    session.receive({ kind: 'claims', revision: 1, claims: '{"a": true}' })
    session.receive({ kind: 'text', revision: 1, source: SOURCE })
    settle()
    expect(messages.map(({ kind }) => kind)).toEqual(['analysed', 'described', 'checked', 'found'])
    expect(messages[2]).toMatchObject({ claimsRevision: 1, check: { status: 'checked', results: [{ check: 'TRUE' }] } })
  })

  test('is analysed again under the unit library of its namespace', () => {
    const { session, messages, settle } = started()
    const source = 'version 1.3;\n// @unit price EUR\ndeclare price as numeric;\nassert cheap { price < 10 "USD" };\n'
    session.receive({ kind: 'claims', revision: 1, claims: '{"price": "5 EUR"}' })
    session.receive({ kind: 'text', revision: 1, source })
    settle()
    expect(messages[2]).toMatchObject({ check: { results: [{ check: 'UNKNOWN' }] } })
    const unbridged = messages[0]?.kind === 'analysed' ? messages[0].diagnostics : []
    expect(unbridged).not.toEqual([])
    messages.length = 0
    const converters = [{ from: 'EUR', to: 'USD', factor: '1.1', offset: '0' }]
    session.receive({ kind: 'library', library: { hash: 'ab', converters } })
    settle()
    expect(messages.map(({ kind }) => kind)).toEqual(['analysed', 'described', 'checked', 'found'])
    expect(messages[0]).toMatchObject({ revision: 1, diagnostics: [] })
    expect(messages[2]).toMatchObject({ check: { results: [{ check: 'TRUE' }] } })
  })

  test('is asked about its meaning last, until the time limit', () => {
    const source = `${SOURCE}assert never { And(a, Not(a)) };\nassert too { Or(a, a) };\n`
    const kinds = (now?: () => number) => {
      const { session, messages, settle } = started(now)
      session.receive({ kind: 'text', revision: 1, source })
      settle()
      const last = messages.at(-1)
      return last?.kind === 'found' ? last.findings.map(({ kind }) => kind) : null
    }
    expect(kinds()).toEqual(['never_true', 'operand_changes_nothing', 'implied_by_others'])
    let time = 0
    // Each reading of the clock uses a quarter of the time limit.
    expect(kinds(() => (time += 5))).toEqual(['never_true'])
  })

  test('a newer text ends the questions about the older one', () => {
    const { session, messages, later, settle } = started()
    session.receive({ kind: 'text', revision: 1, source: `${SOURCE}assert never { And(a, Not(a)) };\n` })
    while (messages.length < 3) later.shift()?.()
    session.receive({ kind: 'text', revision: 2, source: SOURCE })
    settle()
    expect(messages.filter(({ kind }) => kind === 'found')).toMatchObject([{ revision: 2, findings: [] }])
  })

  test('a text that does not compile has no findings', () => {
    const { session, messages, settle } = started()
    session.receive({ kind: 'text', revision: 1, source: `${SOURCE}assert` })
    settle()
    expect(messages.map(({ kind }) => kind)).toEqual(['analysed', 'described'])
  })

  test('a value that is not acceptable does not prevent results from the others', () => {
    const { session, messages, settle } = started()
    const source =
      'version 1.3;\ndeclare a as boolean;\ndeclare n as numeric;\nassert flag { a };\nassert few { n < 3 };\n'
    session.receive({ kind: 'claims', revision: 1, claims: '{"a": true, "n": "three"}' })
    session.receive({ kind: 'text', revision: 1, source })
    settle()
    expect(messages[2]).toMatchObject({
      check: {
        status: 'rejected',
        failures: [{ field: 'n' }],
        rest: { results: [{ check: 'TRUE' }, { check: 'UNKNOWN' }], unbound: ['n'] },
      },
    })
  })

  test('only the last of several texts is analysed', () => {
    const { session, messages, settle } = started()
    for (let revision = 1; revision <= 5; revision++)
      session.receive({ kind: 'text', revision, source: `${SOURCE}// ${revision}\n` })
    settle()
    expect(messages.map((message) => 'revision' in message && message.revision)).toEqual([5, 5, 5, 5])
  })

  test('a text between two steps cancels the rest of the former', () => {
    const { session, messages, later, settle } = started()
    session.receive({ kind: 'text', revision: 1, source: SOURCE })
    later.shift()?.()
    session.receive({ kind: 'text', revision: 2, source: 'version 1.3;\nassert broken { ' })
    settle()
    expect(messages.map((message) => [message.kind, 'revision' in message && message.revision])).toEqual([
      ['analysed', 1],
      ['analysed', 2],
      ['described', 2],
    ])
    expect(messages[2]).toMatchObject({ description: null })
  })

  test('leaves open only what needs a solver', () => {
    const { session, messages, settle } = started()
    session.receive({ kind: 'claims', revision: 1, claims: '{"x": "unknown", "y": "unknown", "a": false}' })
    session.receive({
      kind: 'text',
      revision: 1,
      source:
        'version 1.3;\ndeclare x as numeric;\ndeclare y as numeric;\ndeclare a as boolean;\n' +
        'assert no_pair { Not(And(x * x + y * y == 25, x * y == 13)) };\nassert it_holds { a };\n',
    })
    settle()
    expect(messages[2]).toMatchObject({
      check: { status: 'checked', results: [null, { check: 'FALSE', counterexample: 'a = False' }] },
    })
  })
})

describe('questions of the editor', () => {
  const source = 'version 1.3;\n// @ask paid Was it paid?\ndeclare paid as boolean;\nassert it_holds { Not(p'
  const ask = (question: Question, text = source) => {
    const { session, messages, later } = started()
    session.receive({ kind: 'ask', id: 7, source: text, question })
    expect(later).toEqual([])
    const [answer] = messages
    if (messages.length !== 1 || answer?.kind !== 'answer' || answer.id !== 7) throw new Error('not one answer')
    return answer.answer
  }

  test('completions of a text that does not parse are sorted by rank', () => {
    const answer = ask({ about: 'completions', offset: source.length })
    if (answer.about !== 'completions') throw new Error(answer.about)
    expect(answer.result[0]).toMatchObject({ label: 'paid', kind: 'claim', documentation: 'Was it paid?' })
    const ranks = answer.result.map(({ rank }) => rank)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  })

  test('hover shows a claim with its type and question, and nothing elsewhere', () => {
    const offset = source.lastIndexOf('paid')
    expect(ask({ about: 'hover', offset })).toMatchObject({
      result: { start: offset, end: offset + 4, code: 'paid: boolean (claim)' },
    })
    expect(JSON.stringify(ask({ about: 'hover', offset }))).toContain('Was it paid?')
    expect(ask({ about: 'hover', offset: 0 }, '\n\n')).toEqual({ about: 'hover', result: null })
  })

  test('signature help describes the call around the cursor', () => {
    expect(ask({ about: 'signature', offset: source.length })).toMatchObject({ result: { active: 0 } })
    expect(ask({ about: 'signature', offset: 0 })).toEqual({ about: 'signature', result: null })
  })
})

describe('the real policies', () => {
  const examples = readdirSync('public/examples').filter((file) => file !== 'index.json')

  test.each(examples)('%s: every example dictionary is accepted and checked', (file) => {
    const { ruleset, cases } = JSON.parse(readFileSync(`public/examples/${file}`, 'utf8'))
    const { session, messages, settle } = started(() => performance.now())
    session.receive({ kind: 'text', revision: 1, source: ruleset })
    for (const [index, { claims }] of cases.entries()) {
      messages.length = 0
      session.receive({ kind: 'claims', revision: index, claims: JSON.stringify(claims) })
      settle()
      const last = messages.findLast(({ kind }) => kind === 'checked')
      if (last?.kind !== 'checked') throw new Error('nothing was checked')
      expect(last.check).toMatchObject({ status: 'checked' })
    }
  })
})
