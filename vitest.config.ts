import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'components/**/*.test.ts', 'app/**/*.test.ts'],
    environment: 'node',
    globalSetup: [],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two at a time: the suites start real databases and solver threads, and the machine may have two cores.
    maxWorkers: 2,
  },
})
