/** Runs the command next to a server that has the database open. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hashOf, SigningSteps } from '../services/signing/testing/signing-steps'
import { type ServicesUnderTest, startServices } from '../services/testing/services-under-test'
import { runScript } from '../testing/run-script'

const engine = vi.hoisted(() => ({ version: '0.1.0+z3-5.2.0' }))
vi.mock('../api/terms/versions', async (original) => {
  const { VERSIONS } = await original<typeof import('../api/terms/versions')>()
  return {
    VERSIONS: {
      ...VERSIONS,
      get engine_version() {
        return engine.version
      },
    },
  }
})

const OFFICERS = `declare cfo as boolean;
declare ceo as boolean;
declare board as boolean;
let signatures = {cfo, ceo, board};
assert officers_signed { ForAll(s in Difference(signatures, {board}), s) };
`
const SAME = OFFICERS.replace('{board}), s', '{board}), Or(s, True)')
const WHOLE = 'declare boxes as numeric;\nassert full_boxes { boxes % 12 == 0 };\n'
const BROKEN = 'declare paid as boolean;\nassert is_paid { paid = };\n'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { ownServer: true })
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const check = (...args: string[]) =>
  runScript(
    'upgrade-check',
    { DATABASE_URL: '', DATA_DIR: under.dataDir(), PUBLIC_URL: 'https://rules.example.org' },
    args,
  )

it('lists texts that do not compile and approvals of texts whose meaning changed, with a dictionary', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const steps = await SigningSteps.open(under)
  const hash = await steps.save(OFFICERS, 'officers')
  await steps.sign(hash)
  await steps.sign(await steps.save(SAME, 'whatever'))
  await steps.sign(await steps.save(WHOLE, 'boxes'))
  await steps.sign(await steps.save())
  const broken = hashOf(BROKEN)
  await under.query(
    `INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
     VALUES ('${steps.namespaceId}', '${broken}', convert_to('${BROKEN}', 'UTF8'), 0, now())`,
  )
  const { status, output, errors } = await check()
  expect([status, errors]).toEqual([0, ''])
  expect(output).toContain('5 stored texts checked against engine 0.4.0+')
  expect(output).toMatch(new RegExp(`without a name\\n  hash ${broken}, .*\\n  Line 2: `))
  expect(output).toMatch(
    new RegExp(
      `- officers\\n  hash ${hash}, .*\\n  approved by ${steps.reviewer.person!.name} on .*, engine 0\\.1\\.0\\+z3-5\\.2\\.0\\n` +
        '  officers_signed was TRUE and is FALSE for {"cfo":false,"ceo":false,"board":false}',
    ),
  )
  expect(output).toMatch(/- whatever\n.*\n.*\n {2}Every claim dictionary was tried: no result changes/)
  expect(output).toMatch(/- boxes\n.*\n.*\n {2}What was TRUE or FALSE stays\. /)
  expect(output).not.toContain('- policy')
})

it('prints its usage', async () => {
  expect(await check('now')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('upgrade-check takes nothing else, not "now".'),
  })
})
