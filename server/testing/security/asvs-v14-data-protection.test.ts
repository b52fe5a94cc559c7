import { describe, expect, it } from 'vitest'
import { documented, linesOf } from './product-files'
import { deployment, get } from './testing/deployment'

const CLASSES = ['secret', 'personal', 'confidential', 'evidence', 'public']

describe('ASVS 5.0 V14 data protection', () => {
  it('14.1.1 the page Security classifies each kind of data', () => {
    const data = documented('## Data')
    for (const name of CLASSES) expect(data).toContain(`| ${name} |`)
    for (const kind of ['passwords', 'tokens', 'e-mail addresses', 'rulesets', 'claims', 'approvals', 'Base64'])
      expect(data).toContain(kind)
  })

  it('14.1.2 the page Security describes the protection of each class', () => {
    const [head = ''] = documented('## Data').split('|---|')
    for (const column of ['Encryption', 'Integrity', 'In logs', 'Retention', 'Who']) expect(head).toContain(column)
    const rows = documented('## Data').split(' | | ').length + documented('## Data').split('| |').length
    expect(rows).toBeGreaterThan(CLASSES.length)
  })

  it('14.2.3 a page loads and calls only this origin', async () => {
    for (const path of ['/sign-in', '/docs', '/playground', '/units']) {
      const page = await get(path, { cookie: deployment.administrator.cookie })
      const policy = page.headers.get('content-security-policy') ?? ''
      for (const directive of ["default-src 'none'", "connect-src 'self'", "form-action 'self'"])
        expect(policy, path).toContain(directive)
      const loaded = (await page.text()).match(/<(script|link|img|iframe)[^>]+(src|href)="https?:\/\/[^"]*"/g) ?? []
      expect(loaded, path).toEqual([])
    }
    expect(
      linesOf(/sendBeacon|google-analytics|googletagmanager|@sentry|segment\.io|posthog/i, /^(app|components)\//),
    ).toEqual([])
  })
})
