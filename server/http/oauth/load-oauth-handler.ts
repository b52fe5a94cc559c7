/**
 * Loads the OAuth handler without the line that its library prints on Node.js 20.
 *
 * The library is made for Node.js 22 and says so when it is loaded. Decision 006 lists what it needs, that Node.js
 * 20.19 has it, and which tests hold that. Anything else that is printed meanwhile is printed.
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
