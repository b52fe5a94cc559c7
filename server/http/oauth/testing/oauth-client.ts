/** Keeps its data in memory; a person allows everything. */
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { REDIRECT } from './agent-client'
import { ConsentBrowser } from './consent-browser'

export class OAuthClient implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Journey agent',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  readonly journeys: { readonly to: URL; readonly back: URL }[] = []
  storedTokens: StoredOAuthTokens | undefined
  registered: StoredOAuthClientInformation | undefined
  private verifier = ''
  private discovered: OAuthDiscoveryState | undefined

  constructor(private readonly credential: string) {}

  clientInformation(_context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    return this.registered
  }

  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.registered = information
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.storedTokens
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.storedTokens = tokens
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier
  }

  codeVerifier(): string {
    return this.verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.storedTokens = undefined
    if (scope === 'all' || scope === 'client') this.registered = undefined
    if (scope === 'all' || scope === 'discovery') this.discovered = undefined
  }

  async redirectToAuthorization(to: URL): Promise<void> {
    const browser = new ConsentBrowser(to.origin)
    const decision = await browser.submit(await browser.open(to), {
      answer: 'use_credential',
      credential: this.credential,
    })
    const { url: back } = await browser.submit(decision, { answer: 'allow' })
    this.journeys.push({ to, back })
  }
}
