import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { WHOLE_CHROMIUM } from '../../installed-chromium.mjs'

const ROOT = path.resolve(import.meta.dirname, '../../../..')

/** Finds the Chromium of CHROMIUM_PATH, of the system, or of Playwright. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...WHOLE_CHROMIUM, chromium.executablePath()].find(
    (file) => file !== undefined && existsSync(file),
  )
}

/** `scripts` are entry files by URL. */
export interface BenchSite {
  readonly scripts: Readonly<Record<string, string>>
  readonly html: string
}

export async function onBenchPage<Result>(
  executablePath: string,
  site: BenchSite,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const scripts = new Map<string, string>()
  for (const [url, entry] of Object.entries(site.scripts)) scripts.set(url, await bundled(entry))
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' })
    response.end(script ?? site.html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page of the benchmark has no port')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${address.port}/`)
    return await measure(page)
  } finally {
    await browser.close()
    server.close()
  }
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(ROOT, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    tsconfig: path.join(ROOT, 'tsconfig.json'),
  })
  return outputFiles[0]?.text ?? ''
}
