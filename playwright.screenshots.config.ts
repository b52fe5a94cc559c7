import everyDay from './playwright.config'

/** `npm run screenshots`: takes the README's pictures again, from the production build with example policies. */
export default { ...everyDay, testDir: 'e2e/screenshots', testMatch: '*.shots.ts', retries: 0 }
