import { describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { type Caller, callerWithoutCredential, type Grade } from '../../services/calls/caller'
import { evaluationGrade } from './evaluation-grade'

const TOKEN = 'tst_eval_of_this_test'
const caller = (grade: Grade): Caller => ({ ...callerWithoutCredential('open', null), grade })

/** `expire` ends the waiting time. */
function underTest(authenticate: (token: string | undefined) => Caller | Promise<Caller>) {
  const bugs: unknown[] = []
  let expire = () => {}
  let cancelled = false
  const after = (_: number, call: () => void) => {
    expire = call
    return () => {
      cancelled = true
    }
  }
  const grade = evaluationGrade({ service: { authenticate }, after, reportBug: (error) => bugs.push(error) })
  return { grade, bugs, expire: () => expire(), isCancelled: () => cancelled }
}

describe('the grade of a credential for a public operation', () => {
  it('is found in the cache or in the database, and leaves no timer', async () => {
    for (const stored of [caller('evaluation'), Promise.resolve(caller('evaluation'))]) {
      const { grade, isCancelled } = underTest(() => stored)
      expect([await grade(TOKEN, 'an-id'), isCancelled()]).toEqual([true, true])
    }
    expect(await underTest(() => caller('full')).grade(TOKEN, 'an-id')).toBe(false)
  })

  it('is not looked up without an evaluation credential', () => {
    const { grade } = underTest(() => {
      throw new Error('looked up')
    })
    for (const token of [undefined, '', 'none', 'tst_full_of_this_test']) expect(grade(token, 'an-id')).toBe(false)
  })

  it('is null if the credential is no longer valid, without a reported bug', async () => {
    const { grade, bugs } = underTest(async () => {
      throw new Refusal('CREDENTIAL_INVALID', 'This credential expired.')
    })
    expect([await grade(TOKEN, 'an-id'), bugs]).toEqual([false, []])
  })

  it('is null if looking it up meets a bug, which is reported', async () => {
    const bug = new Error('a bug')
    const { grade, bugs } = underTest(() => {
      throw bug
    })
    expect([await grade(TOKEN, 'an-id'), bugs]).toEqual([false, [bug]])
  })

  it('is null if it is not known in time', async () => {
    const { grade, expire } = underTest(() => new Promise(() => {}))
    const waiting = grade(TOKEN, 'an-id')
    expire()
    expect(await waiting).toBe(false)
  })
})
