/**
 * Suppresses only the library's warning about Node.js 20. Decision 006 lists what it needs, that Node.js 20.19 has it,
 * and the tests of that.
 */
const KNOWN = 'oidc-provider WARNING: Unsupported runtime'

export async function loadOauthHandler(): Promise<typeof import('./oauth-handler')> {
  const { warn } = console
  console.warn = (...printed: unknown[]) => {
    if (!String(printed[0]).includes(KNOWN)) warn(...printed)
  }
  try {
    return await import('./oauth-handler')
  } finally {
    console.warn = warn
  }
}
