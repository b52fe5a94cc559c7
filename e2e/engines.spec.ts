/**
 * From the set-up link to a receipt in each supported engine: Chromium, Firefox and WebKit (WebKitGTK, the engine of
 * Safari, but not Safari). An engine that is not installed is named and skipped. Screenshots of the dialogs are in
 * `.data/engines/`, in a folder for each engine.
 */
import { expect, test } from '@playwright/test'
import { installedFirefox, installedWebKit, openChromium, openFirefox } from './engines/installed-engines'
import { type EngineTab, JourneyPage } from './engines/journey-page'
import { journeyToReceipt } from './engines/journey-to-receipt'
import { startReportingProxy } from './engines/reporting-proxy'
import { openWebKit } from './engines/webkit-tab'
import { NIGHTLY } from './pages/looks'
import { adminLink } from './pages/operator-links'

const PICTURES = '.data/engines'

const DIALOGS = [
  'Invite a person',
  'Invitation created',
  'Keyboard shortcuts of the editor',
  'Save as a new ruleset',
  'Save as test case',
  'Sign: Approve',
  'Withdraw the approval by Rosa Reviewer',
]

/** An image of another origin. */
const BREACH = "void (new Image().src = 'http://127.0.0.1:9/image.png')"

const firefox = installedFirefox()
const webkit = installedWebKit()

test.describe.configure({ timeout: 300_000 })

test('from the set-up link to a receipt in Chromium', { tag: NIGHTLY }, async ({ browser, baseURL }) => {
  await expectJourney('chromium', await openChromium(browser), baseURL)
})

if (firefox.missing === null)
  test('from the set-up link to a receipt in Firefox', { tag: NIGHTLY }, async ({ baseURL }) => {
    await expectJourney('firefox', await openFirefox(firefox.programs), baseURL)
  })

if (webkit.missing === null)
  test('from the set-up link to a receipt in WebKit', { tag: NIGHTLY }, async ({ baseURL }) => {
    await expectJourney('webkit', await openWebKit(webkit.programs), baseURL)
  })

test('an engine that is not installed is named', { tag: NIGHTLY }, () => {
  const absent = [
    ['Firefox', firefox],
    ['WebKit', webkit],
  ] as const
  for (const [name, { missing }] of absent)
    if (missing !== null) console.warn(`\nLEFT OUT: the journey in ${name}. Install Debian's ${missing}.\n`)
})

/** @param tab is closed at the end */
async function expectJourney(engine: string, tab: EngineTab, baseURL = ''): Promise<void> {
  const proxy = await startReportingProxy(baseURL)
  try {
    const page = new JourneyPage(tab, proxy.origin, `${PICTURES}/${engine}`)
    await journeyToReceipt(page, adminLink(baseURL))
    expect(page.dialogs).toEqual(DIALOGS)
    expect(proxy.policies(), 'policies that name where to report').toBeGreaterThan(0)
    expect(proxy.reports).toEqual([])
    expect(tab.errors).toEqual([])
    // Proves that this engine reports violations.
    await tab.evaluate(BREACH)
    await expect.poll(() => proxy.reports.join()).toContain('img-src')
  } finally {
    await tab.close()
    await proxy.close()
  }
}
