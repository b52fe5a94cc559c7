/** Rules proposed by a language model, and the second reading of rules, on a server with a scripted endpoint. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as listenAnywhere } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type StartedProgram, startProgram } from '../engines/start-program'
import { expectNoViolations } from '../pages/looks'
import { adminLinkOf } from '../pages/operator-links'
import { RulesetPage } from '../pages/ruleset-page'
import { type Member, setUp } from '../pages/team'
import { expect, test, watchPage } from '../pages/watched-test'

const POLICY = `1. Meals

1.1 A meal costs at most USD 60.

1.2 Guests are welcome.

1.3 A meal of more than USD 25 needs a receipt.
`

const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-'))
let endpoint: Server
let server: StartedProgram
let origin: string
let author: Member

test.beforeAll(async () => {
  endpoint = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = answerOf(JSON.parse(Buffer.concat(chunks).toString()))
    const message = { role: 'assistant', content: JSON.stringify(answer) }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 0, model: 'scripted', choices, usage }))
  })
  const port = await freePort()
  origin = `http://localhost:${port}`
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const environment = {
    ...{ NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ SERVER_PROCESSES: '1', SOLVER_WORKERS: '1', MODEL_NAME: 'scripted' },
    MODEL_BASE_URL: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`,
  }
  const ready = { environment, answersAt: `http://127.0.0.1:${port}/health`, maxSeconds: 120 }
  server = await startProgram(process.execPath, ['.build/server/main.js'], ready)
  author = await setUp(adminLinkOf(origin, dataDir), 'Arne Author', 'Drafting')
})
test.afterAll(async () => {
  await server?.stop()
  endpoint.closeAllConnections()
  endpoint.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const listening = listenAnywhere()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  await new Promise((resolve) => listening.close(resolve))
  return port
}

interface ChatRequest {
  readonly messages: readonly { readonly content: string }[]
  readonly response_format: { readonly json_schema: { readonly name: string } }
}

interface Material {
  readonly passages: readonly { readonly clause: string }[]
  readonly failed?: unknown
  readonly scenarios?: readonly { readonly scenario: number }[]
}

const claim = { unit: '', least: '', greatest: '', members: [] }
const COST = { ...claim, name: 'cost', question: 'What does the meal cost?', kind: 'number', unit: 'USD' }
const RECEIPT = { ...claim, name: 'has_receipt', question: 'Is there a receipt?', kind: 'yes_no' }

/** The model knows the three clauses. It writes one condition wrongly at first, and reads clause 1.3 in another way. */
function answerOf({ messages, response_format }: ChatRequest): object {
  const given = JSON.parse(messages[1]?.content ?? '') as Material
  const clause = given.passages.at(-1)?.clause
  switch (response_format.json_schema.name) {
    case 'claims':
      if (clause === '1.2') return { reason: 'It only welcomes guests.', claims: [] }
      return { reason: 'The facts.', claims: clause === '1.1' ? [COST] : [COST, RECEIPT] }
    case 'rules': {
      if (clause === '1.1') return { reason: 'A limit.', rules: [{ name: 'meal', condition: 'cost <= 60 "USD"' }] }
      const fact = given.failed ? 'has_receipt' : 'receipts'
      return { reason: 'Receipts.', rules: [{ name: 'receipt', condition: `Implies(cost > 25 "USD", ${fact})` }] }
    }
    case 'conditions':
      return { conditions: [clause === '1.1' ? 'Not(cost > 60 "USD")' : 'Implies(cost >= 25 "USD", has_receipt)'] }
    default: {
      const answers = (given.scenarios ?? []).map(({ scenario }) => ({
        scenario,
        reason: 'Open.',
        answer: 'cannot_tell',
      }))
      return { answers }
    }
  }
}

test('rules are drafted, accepted, saved and read again', async ({ browser }) => {
  const context = await browser.newContext({ storageState: author.storageState, baseURL: origin })
  const page = await context.newPage()
  const complaints = await watchPage(page, { baseURL: origin, allowedErrors: [] })
  await page.goto('/documents')
  await page.getByLabel('Label', { exact: true }).fill('TE-07')
  await page.getByLabel('Text of the policy').fill(POLICY)
  await page.getByRole('button', { name: 'Add the document' }).click()
  await page.getByRole('button', { name: 'Draft rules' }).click()
  await page.getByRole('button', { name: 'Draft 3 clauses' }).click()
  await expect(page.getByText('3 of 3 clauses read.')).toBeVisible()
  await expect(page.getByText('Tokens: 6 read and 6 written.')).toBeVisible()
  await expect(page.getByTestId('draft 1.1')).toContainText('+ declare cost as numeric;')
  await expect(page.getByTestId('draft 1.2')).toContainText('No rule was found: It only welcomes guests.')
  const receipts = page.getByTestId('draft 1.3')
  await expect(receipts).toContainText('Mended 1 time')
  await expect(receipts).toContainText('Uses the claims cost of the text so far.')
  await page.getByRole('button', { name: 'Accept the proposal for clause 1.1' }).click()
  await page.getByRole('button', { name: 'Change the proposal for clause 1.3' }).click()
  const entry = page.getByLabel('Rules for clause 1.3')
  await entry.fill((await entry.inputValue()).replace('> 25', '> 30'))
  await page.getByRole('button', { name: 'Accept the proposal for clause 1.3' }).click()
  await expect(receipts).toContainText('Changed by you')
  await expectNoViolations(page, 'drafted rules')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'drafted rules, narrow and dark')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Write one prompt for all clauses' }).click()
  await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible()
  // Nothing was saved.
  const listed = await context.request.get('/api/trpc/revisions.open?input=%7B%22name%22%3A%22meals%22%7D')
  expect(await listed.text()).not.toContain('has_receipt')

  await page.getByRole('button', { name: 'Open 2 accepted proposals in the editor' }).click()
  const ruleset = new RulesetPage(page)
  await ruleset.ready()
  await expect.poll(() => ruleset.draft()).toContain('cost > 30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await ruleset.saveDialog.getByLabel('Name').fill('meals')
  await page.getByRole('button', { name: 'Save revision' }).click()
  await ruleset.expectSaved()

  await page.goto('/documents/TE-07')
  await page.getByLabel('Compare with the ruleset').fill('meals')
  await page.getByRole('button', { name: 'Show the coverage' }).click()
  await expect(page.getByText('receipt has 30 USD, which clause 1.3 does not have.')).toBeVisible()
  await page.getByRole('button', { name: 'Fidelity' }).click()
  await page.getByRole('button', { name: 'Read the clauses again' }).click()
  await expect(page.getByText('2 of 2 read.')).toBeVisible()
  await expect(page.getByTestId('read 1.1')).toContainText('has the same answers for every case: proved')
  const flagged = page.getByTestId('read 1.3')
  await expect(flagged).toContainText('The second reading differs.')
  await expect(flagged).toContainText('the clause is met by the rules and not met by the second reading')
  await flagged.getByText('The facts of this case').click()
  await expect(flagged).toContainText('"has_receipt": false')
  await expectNoViolations(page, 'the fidelity of rules')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'the fidelity of rules, narrow and dark')
  await context.close()
  expect(complaints).toEqual([])
})
