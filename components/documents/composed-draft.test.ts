import { expect, it } from 'vitest'
import { composeDraft, type Decision, type Proposal } from './composed-draft'

const claim = (name: string) => ({ name, text: `declare ${name} as boolean;` })
const rule = (name: string) => ({ name, text: `assert ${name} { True };` })

function proposal(decision: Decision, claims: string[], reused: string[], name: string): Proposal {
  return {
    drafted: {
      ...{ kind: 'proposed', clause: name, tokens: null, repairs: 0, reason: '' },
      ...{ newClaims: claims.map(claim), reusedClaims: reused, rules: [rule(name)] },
    },
    decision,
    changed: null,
  }
}

const isAccepted = ({ decision }: Proposal) => decision === 'accepted'

it('writes accepted proposals below the text, claims first', () => {
  const all = [proposal('accepted', ['paid'], [], 'one'), proposal('open', ['late'], [], 'two')]
  expect(composeDraft('', all, isAccepted)).toBe('version 1.4;\n\ndeclare paid as boolean;\n\nassert one { True };\n')
  expect(composeDraft('version 1.4;\n// mine\n', all, isAccepted)).toBe(
    'version 1.4;\n// mine\n\ndeclare paid as boolean;\n\nassert one { True };\n',
  )
})

it('keeps a claim of a dropped proposal that an accepted one asks for', () => {
  const all = [proposal('dropped', ['paid', 'late'], [], 'one'), proposal('accepted', [], ['paid'], 'two')]
  expect(composeDraft('', all, isAccepted)).toBe('version 1.4;\n\ndeclare paid as boolean;\n\nassert two { True };\n')
})

it('writes the text of the author instead of the proposed rules', () => {
  const [one] = [proposal('accepted', ['paid'], [], 'one')]
  expect(composeDraft('', [{ ...one!, changed: 'assert mine { paid };' }], isAccepted)).toContain(
    'assert mine { paid };',
  )
})

it('changes nothing without an accepted proposal', () => {
  expect(composeDraft('', [proposal('open', ['paid'], [], 'one')], isAccepted)).toBe('')
  expect(composeDraft('version 1.4;\n', [], isAccepted)).toBe('version 1.4;\n')
})
