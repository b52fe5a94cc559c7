import { expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import type { EngineWorkers } from '../../engine/workers/engine-workers'
import type { Share } from '../../engine/workers/share'
import type { CallContext } from '../calls/call-context'
import { type Caller, callerWithoutCredential } from '../calls/caller'
import { checkClaims } from '../checks/check-claims'
import { RulesetLibrary } from '../library/ruleset-library'
import { analyseRuleset } from '../meaning/answer-question'
import { compileRuleset } from '../rulesets/compile-ruleset'
import { makePromptPack } from '../rulesets/make-prompt-pack'
import { saveRuleset } from '../rulesets/save-ruleset'
import { EngineDispatch, INLINE_BODY_LENGTH } from './dispatch'
import type { EngineAnswer, EngineJob } from './engine-job'
import { shareOf } from './shared-use'

/** Answers jobs so that the call continues, and records their shares. */
function recorded() {
  const jobs: [string, Share | null][] = []
  const pool = {
    run: async (job: EngineJob, share: Share | null = null): Promise<EngineAnswer> => {
      jobs.push([job.kind, share])
      if (job.kind === 'normalise') return { status: 'normalised', ruleset: { hash: 'h', source: job.source } }
      throw new Error('enough')
    },
  } as unknown as EngineWorkers<EngineJob, EngineAnswer>
  const engine = new EngineDispatch(
    { compute: pool, solvers: pool, meaning: pool, entries: pool },
    DEFAULT_BUDGETS,
    'tiers',
  )
  const dependencies = {
    engine,
    rulesets: new RulesetLibrary({ findRuleset: async () => null }, engine),
    ledger: { reserve: () => () => {} },
    libraryOf: () => ({ hash: null, converters: [] }),
    limits: DEFAULT_BUDGETS,
  } as never
  return { jobs, dependencies, engine }
}

const LARGE = ' '.repeat(INLINE_BODY_LENGTH + 1)
const evaluation: Caller = { ...callerWithoutCredential('open', 'a'), grade: 'evaluation', credentialId: 'c' }
const context: CallContext = { caller: evaluation, channel: 'program', addressKey: () => '192.0.2.7' }
const OWN = { key: 'address 192.0.2.7', member: '', isUnknown: true }

it.each([
  ['compile', 'compile', (of: never) => compileRuleset(of, context, { source: LARGE })],
  ['prompt pack', 'prompt-pack', (of: never) => makePromptPack(of, context, { source: LARGE })],
  ['save', 'compile', (of: never) => saveRuleset(of, context, { name: 'policy', source: LARGE })],
  ['question', 'meaning', (of: never) => analyseRuleset(of, context, { source: LARGE })],
  ['check', 'check', (of: never) => checkClaims(of, context, { source: LARGE, claims: { from: 'value', value: {} } })],
] as const)('every job of a %s counts for its caller, like the jobs of a check', async (_name, last, call) => {
  const { jobs, dependencies } = recorded()
  await expect(call(dependencies)).rejects.toThrow('enough')
  expect(jobs).toEqual([
    ['normalise', OWN],
    [last, OWN],
  ])
})

it('reading a large body counts for its caller', async () => {
  const { jobs, engine } = recorded()
  await expect(engine.read('compile', Buffer.from(LARGE), 'strict', () => shareOf(context))).rejects.toThrow('enough')
  expect(jobs).toEqual([['read', OWN]])
})
