import { expect, it } from 'vitest'
import { OPERATIONS } from '../../api/operations'
import { Refusal } from '../../api/refusal'
import { ERRORS } from '../../api/terms/errors'
import { callerWithoutCredential } from '../calls/caller'
import { EVALUATION_SCOPE } from './issue-evaluation-credential'
import { demandOperationPermission } from './permit'

const evaluation = { ...callerWithoutCredential('playground', null), grade: 'evaluation' } as const

/** Returns the message that the call throws. */
function refusalOf(call: () => void): string {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

it('the refusal of an evaluation credential and its error page name everything it may call', () => {
  const message = refusalOf(() => demandOperationPermission(OPERATIONS.saveRuleset, evaluation))
  for (const name of EVALUATION_SCOPE.map((covered) => covered.replace('_', ' '))) {
    expect(message).toContain(name)
    expect(ERRORS.CREDENTIAL_SCOPE.meaning).toContain(name)
  }
  expect(message).toContain('needs a full credential')
})
