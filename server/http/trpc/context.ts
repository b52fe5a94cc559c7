/** What every page call brings with it. */
import type { Caller } from '../../services/access/caller'
import type { NewSession, Session } from '../../services/accounts/session'
import type { Platform } from '../../services/guardrails/platform'
import type { Service } from '../../services/service'
import type { Workbench } from '../../services/workbench'

export interface TrpcContext {
  readonly service: Service
  readonly workbench: Workbench
  readonly platform: Platform
  /** Of the configured language model; null where there is none. */
  readonly modelName: string | null
  readonly docsUrl: string
  readonly addressKey: string
  /** Null where the browser is not signed in, or the call comes from another origin's page. */
  readonly session: Session | null
  /**
   * Gives the browser another session with the answer of this call: a new one begins, an open one is sealed again. Null
   * ends the one that it has.
   * @throws Refusal CREDENTIAL_SCOPE where the call comes from another origin's page
   */
  keepSession(session: NewSession | Session | null): Promise<void>
}

/** After {@link signedIn}. */
export interface SignedInContext extends TrpcContext {
  readonly session: Session
  /** Read anew for this call. */
  readonly caller: Caller
}
