import { configDefaults, defineConfig } from 'vitest/config'

const store = 'server/store/**/*.test.ts'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two at a time: the suites start real databases and solver threads, and the machine may have two cores.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['server/**/*.test.ts', 'components/**/*.test.ts', 'app/**/*.test.ts'],
          exclude: [...configDefaults.exclude, store],
        },
      },
      // A project of its own, so that its databases are started only when one of its tests runs.
      {
        extends: true,
        test: { name: 'store', include: [store], globalSetup: 'server/store/testing/databases-under-test.ts' },
      },
    ],
  },
})
