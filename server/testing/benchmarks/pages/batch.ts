/**
 * Compares a batch of 100,000 dictionaries of 12 assertions in a real page with one process that reads, binds and
 * decides the same file. The page's time is from the choice of the file to the last shown answer. Both take turns.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { freePort, startServer } from '../../running-server'
import { median } from '../interleave'
import { makeInput, random, touchstoneSource } from '../subject'
import { chromiumPath } from './bench-page'

const ROWS = 100_000

const NAME = 'bench'

export async function benchBatch(rounds: number): Promise<void> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) {
    console.log('\nA batch through the page: left out, since there is no Chromium here (CHROMIUM_PATH names one).')
    return
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-batch-'))
  const file = path.join(folder, 'rows.jsonl')
  const next = random(23)
  writeFileSync(file, Array.from({ length: ROWS }, () => `${JSON.stringify(makeInput(1, next))}\n`).join(''))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = await startServer({ PORT: String(port), PUBLIC_URL: origin })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const peer = fork(path.join(import.meta.dirname, 'batch-peer.ts'), { execArgv: ['--import', 'tsx'] })
  try {
    await once(peer, 'message')
    const page = await signedIn(browser, origin, server.dataDir)
    await page.goto(`${origin}/rulesets/${NAME}/check?part=batch`)
    const throughPage: number[] = []
    const inProcess: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [own, alone] = [await runInPage(page, file), await runInPeer(peer, file)]
      // The first round only warms up.
      if (round > 0) {
        throughPage.push(own)
        inProcess.push(alone)
      }
    }
    const ratio = median(throughPage.map((time, round) => time / inProcess[round]!))
    const bytes = readFileSync(file).length
    console.log(
      `\nA batch of ${ROWS} dictionaries, 12 assertions, ${bytes} bytes (median of ${rounds} interleaved rounds)`,
    )
    console.log(`  through the page   ${median(throughPage).toFixed(0).padStart(6)} ms`)
    console.log(`  one process        ${median(inProcess).toFixed(0).padStart(6)} ms`)
    console.log(`  page / process     ${ratio.toFixed(2)}`)
    console.log(
      `  memory afterwards: page ${await heapMb(page)} MB of JavaScript, server ${peakMb(server.process.pid)} MB at its most`,
    )
  } finally {
    peer.kill()
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signedIn(browser: Browser, origin: string, dataDir: string): Promise<Page> {
  const env = { ...process.env, PUBLIC_URL: origin, DATA_DIR: dataDir }
  const link = execFileSync(process.execPath, ['.build/server/admin-link.js'], { env })
  const page = await browser.newPage()
  await page.goto(link.toString().trim())
  await page.getByLabel('Your name').fill('Bench')
  await page.getByLabel('E-mail address').fill('bench@example.org')
  await page.getByLabel('Password').fill('a few words that are hard to guess')
  await page.getByLabel('Name of the namespace').fill('Bench')
  await page.getByLabel('Standard').check()
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Bench' }).waitFor()
  const request = JSON.stringify({ name: NAME, source: touchstoneSource(1) })
  const saved = await page.request.post(`${origin}/api/trpc/operations.run`, {
    data: { operation: 'saveRuleset', request },
    headers: { origin },
  })
  if (!saved.ok()) throw new Error(await saved.text())
  return page
}

/** @returns milliseconds */
async function runInPage(page: Page, file: string): Promise<number> {
  const input = page.getByLabel('A CSV or JSON Lines file')
  const again = page.getByRole('button', { name: 'Choose another file' })
  await input.or(again).first().waitFor({ state: 'attached' })
  if (await again.isVisible()) await again.click()
  await input.waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const marks = window as Window & { chosen?: number; ended?: number }
    delete marks.ended
    const chosen = document.querySelector<HTMLInputElement>('[aria-label="A CSV or JSON Lines file"]')
    chosen?.addEventListener('change', () => {
      marks.chosen = performance.now()
    })
    const watcher = new MutationObserver(() => {
      const run = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent?.startsWith('Check 100'),
      )
      if (run !== undefined && !run.dataset.pressed) {
        run.dataset.pressed = 'yes'
        run.click()
      }
      const progress = document.querySelector('[data-testid="batch-progress"]')?.textContent ?? ''
      if (/^(\S+) of \1 rows.* s$/.test(progress)) {
        marks.ended = performance.now()
        watcher.disconnect()
      }
    })
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await input.setInputFiles(file)
  const times = await page.waitForFunction(
    () => {
      const { chosen, ended } = window as Window & { chosen?: number; ended?: number }
      return chosen !== undefined && ended !== undefined && ended - chosen
    },
    undefined,
    { timeout: 120_000 },
  )
  return Number(await times.jsonValue())
}

async function runInPeer(peer: ReturnType<typeof fork>, file: string): Promise<number> {
  peer.send(file)
  const [{ milliseconds, answers }] = (await once(peer, 'message')) as [{ milliseconds: number; answers: number }]
  if (answers !== ROWS * 12) throw new Error(`the process gave ${answers} answers`)
  return milliseconds
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return Math.round(usedSize / 1_048_576)
}

/** Reads the peak resident memory in Linux; NaN elsewhere. */
function peakMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024)
  } catch {
    return Number.NaN
  }
}
