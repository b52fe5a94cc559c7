/**
 * Asks on the consent page whether an agent may act for a person or with a credential. Only the browser that began the
 * authorisation can answer, by its signed cookie and from the public origin. Consent is final and applies to the name
 * shown. Only the id of a credential is stored.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider'
import { z } from 'zod'
import type { ConsentQuestion } from '../../api/consent-question'
import { Refusal } from '../../api/refusal'
import type { Gate } from '../../services/access/process-group'
import type { Agents } from '../../services/accounts/agents'
import type { People } from '../../services/accounts/people'
import type { Service } from '../../services/create-service'
import {
  type ConsentAccounts,
  type ConsentDraft,
  consentStep,
  draftOf,
  isAnswered,
  partiesOf,
  reasonOf,
  withDraft,
} from './consent-step'
import { CONSENT_PATH, resourceOf, SCOPE } from './public-paths'

export interface ConsentServiceDependencies {
  readonly authorizationServer: Provider
  readonly accounts: ConsentAccounts & {
    readonly service: Pick<Service, 'authenticate'>
    readonly people: Pick<People, 'callerOf'>
    readonly agents: Agents
  }
  readonly publicUrl: string
  /** Limits credential tries per address. */
  readonly credentialTries: Gate
  readonly note: (event: ConsentEvent) => void
}

export interface ConsentEvent {
  readonly answer: 'allow' | 'deny'
  readonly clientId: string
  /** A credential id or a person's account; null for a denial. */
  readonly account: string | null
}

export interface ConsentForm {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
  readonly addressKey: string
}

const MAX_CREDENTIAL_CHARS = 200
const NOTHING_PASTED = { problem: 'Paste a credential first.' }

/** Without an account, the draft says why. */
type Allowed = ConsentDraft & { readonly account?: string }

const form = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('use_credential'), credential: z.string().max(MAX_CREDENTIAL_CHARS) }),
  z.object({ answer: z.literal('allow'), as: z.string().max(MAX_CREDENTIAL_CHARS).optional() }),
  z.object({ answer: z.enum(['other_credential', 'use_account', 'deny']) }),
])

export class ConsentService {
  constructor(private readonly dependencies: ConsentServiceDependencies) {}

  /** Returns null if this browser has no such authorisation. */
  async question(uid: string, cookieHeader: string | null): Promise<ConsentQuestion | null> {
    const request = new IncomingMessage(new Socket())
    if (cookieHeader !== null) request.headers.cookie = cookieHeader
    const interaction = await this.find(uid, request, new ServerResponse(request))
    if (interaction === null) return null
    const { client_id, redirect_uri } = interaction.params
    const client = await this.dependencies.authorizationServer.Client.find(String(client_id))
    if (client === undefined) return null
    return {
      ...partiesOf(client, String(redirect_uri)),
      ...(await consentStep(this.dependencies.accounts, interaction, cookieHeader ?? undefined)),
    }
  }

  /**
   * @returns the next address; null if this browser has no such authorisation
   * @throws Refusal for a form that the page does not send
   */
  async answer(uid: string, { request, response, body, addressKey }: ConsentForm): Promise<string | null> {
    if (request.headers.origin !== new URL(this.dependencies.publicUrl).origin)
      throw new Refusal('BAD_REQUEST', 'This form is answered on its own page alone.', {}, { status: 403 })
    const read = form.safeParse(Object.fromEntries(new URLSearchParams(body)))
    if (!read.success) throw new Refusal('BAD_REQUEST', 'This is no answer of the consent page.')
    const interaction = await this.find(uid, request, response)
    if (interaction === null) return null
    if (!isAnswered(interaction)) {
      const result = await this.resultOf(interaction, read.data, addressKey, request.headers.cookie)
      await this.dependencies.authorizationServer.interactionResult(request, response, result, {
        mergeWithLastSubmission: false,
      })
    }
    return `${this.dependencies.publicUrl}${CONSENT_PATH}/${uid}`
  }

  private async resultOf(
    interaction: Interaction,
    answer: z.output<typeof form>,
    addressKey: string,
    cookieHeader: string | undefined,
  ): Promise<InteractionResults> {
    const clientId = String(interaction.params.client_id)
    switch (answer.answer) {
      case 'deny':
        this.dependencies.note({ answer: 'deny', clientId, account: null })
        return { error: 'access_denied', error_description: 'the user did not allow it' }
      case 'other_credential':
        return withDraft({ pasting: true })
      case 'use_account':
        return withDraft({})
      case 'use_credential':
        return withDraft(await this.tryCredential(answer.credential.trim(), addressKey))
      case 'allow': {
        const allowed = answer.as === undefined ? draftOf(interaction) : await this.tryPerson(answer.as, cookieHeader)
        return this.allow(clientId, allowed)
      }
    }
  }

  /** @param as identity shown on the page */
  private async tryPerson(as: string, cookieHeader: string | undefined): Promise<Allowed> {
    const { people, readSession, agents } = this.dependencies.accounts
    return this.unlessRefused(async () => {
      const caller = await people.callerOf(await readSession(cookieHeader))
      if (as === `${caller.person?.id}:${caller.namespaceId}`) return { account: agents.accountOf(caller) }
      return { problem: 'By now you are signed in as another person, or act in another namespace. Look again.' }
    })
  }

  private async tryCredential(token: string, addressKey: string): Promise<ConsentDraft> {
    const draft = token === '' ? NOTHING_PASTED : await this.credentialBehind(token, addressKey)
    return { ...draft, pasting: true }
  }

  private async credentialBehind(token: string, addressKey: string): Promise<ConsentDraft> {
    const wait = await this.dependencies.credentialTries.take(addressKey)
    if (wait !== null)
      return { problem: `Too many credentials were tried from here. Wait ${Math.ceil(wait / 1_000)} seconds.` }
    return this.unlessRefused(async () => {
      const { credentialId } = await this.dependencies.accounts.service.authenticate(token)
      return credentialId === null ? NOTHING_PASTED : { credentialId }
    })
  }

  private async allow(clientId: string, { account, credentialId, ...draft }: Allowed): Promise<InteractionResults> {
    const accountId = account ?? credentialId
    if (accountId === undefined) return withDraft({ ...NOTHING_PASTED, ...draft })
    const { accounts, authorizationServer, publicUrl, note } = this.dependencies
    const still = await this.unlessRefused(async () => {
      await accounts.agents.callerBehind(accountId)
      return {}
    })
    if (still.problem !== undefined) return withDraft(still)
    const grant = new authorizationServer.Grant({ accountId, clientId })
    grant.addResourceScope(resourceOf(publicUrl), SCOPE)
    const grantId = await grant.save()
    note({ answer: 'allow', clientId, account: accountId })
    await accounts.agents.noteConsent('agent_allowed', accountId, clientId)
    return { login: { accountId, remember: false }, consent: { grantId } }
  }

  private async unlessRefused(attempt: () => Promise<Allowed>): Promise<Allowed> {
    try {
      return await attempt()
    } catch (error) {
      return { problem: reasonOf(error) }
    }
  }

  private async find(uid: string, request: IncomingMessage, response: ServerResponse): Promise<Interaction | null> {
    try {
      const interaction = await this.dependencies.authorizationServer.interactionDetails(request, response)
      return interaction.uid === uid ? interaction : null
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null
      throw error
    }
  }
}
