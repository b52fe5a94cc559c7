import { defineConfig } from '@playwright/test'
import { installedChromium } from './server/testing/installed-chromium.mjs'

const executablePath = installedChromium()
const port = Number(process.env.E2E_PORT ?? 3210)
const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME

export default defineConfig({
  testDir: 'e2e',
  // `npm run test:nightly` runs the long series.
  ...(process.env.TEST_SERIES === 'nightly' ? { grep: /@nightly/ } : { grepInvert: /@nightly/ }),
  fullyParallel: false,
  // Two at a time, because the machine may have two processors. They share one server, but no namespace.
  workers: 2,
  timeout: 180_000,
  // A busy machine may be slow; a wrong result stays wrong.
  expect: { timeout: 20_000 },
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  reporter: jsonReport ? [['list'], ['json', { outputFile: jsonReport }]] : [['list']],
  globalSetup: './e2e/pages/operator-links.ts',
  outputDir: '.data/e2e-results',
  use: {
    // A name, because browsers use no passkeys at numeric addresses.
    baseURL: `http://localhost:${port}`,
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node server/cli/start.mjs',
    url: `http://127.0.0.1:${port}/health`,
    timeout: 300_000,
    reuseExistingServer: false,
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: process.env.E2E_DATA_DIR ?? '.data/e2e',
      LOG_LEVEL: 'warn',
      // The nightly series sets several.
      SERVER_PROCESSES: process.env.SERVER_PROCESSES ?? '1',
      EVALUATION_ISSUED_PER_HOUR: '1000',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
