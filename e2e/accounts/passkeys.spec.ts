import type { Page } from '@playwright/test'
import { expectNoViolations, LOOKS, NIGHTLY } from '../pages/looks'
import { expect, PASSWORD, test } from '../pages/people'

/** A virtual security key that recognises its owner. */
async function plugIn(page: Page) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether it recognises its owner. */
    recognise: (isUserVerified: boolean) => tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function addPasskey(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of the passkey').fill(label)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(label, { exact: true })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
}

test.describe('a passkey', () => {
  // The browser logs statuses of wrong passwords and unknown keys.
  test.use({ allowedErrors: [/status of 401/] })

  test('is added, signs in, is renamed and removed, and then no longer signs in', async ({ author: page }) => {
    await plugIn(page)
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name of the passkey').fill('Laptop')
    await dialog.getByLabel('Your password').fill('not the password at all')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('The password is wrong.')
    await expect(dialog.getByLabel('Name of the passkey')).toHaveValue('Laptop')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await addPasskey(page, 'Laptop')
    await expect(page.getByText('never used')).toBeVisible()

    await signOut(page)
    await page.goto('/sign-in?next=/settings/account')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText(/^Added .*last used/)).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/account$/)

    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Office')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Office' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove “Office”?' })
    await expectNoViolations(page, 'removal')
    await removal.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(page.getByText('No passkeys yet')).toBeVisible()

    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This passkey opens no account here.' })).toBeVisible()
  })
})

test('a person whom the key does not recognise sees that, and may try again', { tag: NIGHTLY }, async ({
  reviewer: page,
}) => {
  const key = await plugIn(page)
  await page.goto('/settings/account')
  await addPasskey(page, 'Phone')
  await signOut(page)
  await key.recognise(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used.' })).toBeVisible()
  await key.recognise(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

for (const { theme, width } of LOOKS)
  test(`in the ${theme} theme at ${width} pixels: axe finds nothing and nothing is cut off`, { tag: NIGHTLY }, async ({
    administrator: page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 844 })
    const look = async (where: string) => {
      await expectNoViolations(page, where)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
    }
    await plugIn(page)
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await look('dialog')
    await page.keyboard.press('Escape')
    const label = `A rather long name of a passkey, ${theme} ${width}`
    await addPasskey(page, label)
    await look('list')
    await page.getByRole('button', { name: `Rename ${label}` }).click()
    await look('renaming')
  })
