import everyDay from './playwright.config'

/** `npm run screenshots`: takes the README's pictures anew, from the production build with example policies in it. */
export default { ...everyDay, testDir: 'e2e/screenshots', testMatch: '*.shots.ts', retries: 0 }
