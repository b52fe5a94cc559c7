/**
 * Asks a person, on the consent page, whether an agent may act, and with which credential.
 *
 * Promises: only the browser that the authorisation began in can answer, and only by a form of this very origin: the
 * signed cookie of the authorisation is sent to no other site's request, and the Origin is held against the public
 * address. The credential's token is used once, to find the credential, and kept nowhere; what is kept is its id. An
 * answer that was given stands.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider'
import { z } from 'zod'
import type { ConsentQuestion, ConsentStep } from '../../contract/consent-question'
import { Refusal } from '../../contract/refusal'
import type { AddressGate } from '../../service/address-gate'
import type { Service } from '../../service/service'
import { CONSENT_PATH } from './authorization-server'
import { type ConsentDraft, draftOf, isAnswered, withDraft } from './consent-draft'
import { credentialOf, partiesOf } from './consent-view'
import { resourceOf, SCOPE } from './protected-resource'

export interface ConsentDeskParts {
  readonly authorizationServer: Provider
  readonly service: Pick<Service, 'authenticate' | 'authenticateById'>
  readonly publicUrl: string
  /** How often one address may try a credential. */
  readonly gate: AddressGate
  readonly note: (event: ConsentEvent) => void
}

/** For the log: who let whom act. */
export interface ConsentEvent {
  readonly answer: 'allow' | 'deny'
  readonly clientId: string
  readonly credentialId: string | null
}

export interface ConsentForm {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** As application/x-www-form-urlencoded. */
  readonly body: string
  readonly addressKey: string
}

const LONGEST_CREDENTIAL = 200

/** The page's form; what a browser sends beyond it does not count. */
const form = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('use_credential'), credential: z.string().max(LONGEST_CREDENTIAL) }),
  z.object({ answer: z.enum(['other_credential', 'allow', 'deny']) }),
])

export class ConsentDesk {
  constructor(private readonly parts: ConsentDeskParts) {}

  /** Null when there is no such authorisation, or it began in another browser. */
  async question(uid: string, cookieHeader: string | null): Promise<ConsentQuestion | null> {
    const request = new IncomingMessage(new Socket())
    if (cookieHeader !== null) request.headers.cookie = cookieHeader
    const interaction = await this.find(uid, request, new ServerResponse(request))
    if (interaction === null) return null
    const { client_id, redirect_uri } = interaction.params
    const client = await this.parts.authorizationServer.Client.find(String(client_id))
    if (client === undefined) return null
    return { ...partiesOf(client, String(redirect_uri)), ...(await this.step(interaction)) }
  }

  /**
   * Takes the page's form.
   * @returns where the browser goes next; null when there is no such authorisation in this browser
   * @throws Refusal for what no page of ours sends
   */
  async answer(uid: string, { request, response, body, addressKey }: ConsentForm): Promise<string | null> {
    if (request.headers.origin !== new URL(this.parts.publicUrl).origin)
      throw new Refusal('BAD_REQUEST', 'This form is answered on its own page alone.', {}, { status: 403 })
    const read = form.safeParse(Object.fromEntries(new URLSearchParams(body)))
    if (!read.success) throw new Refusal('BAD_REQUEST', 'This is no answer of the consent page.')
    const interaction = await this.find(uid, request, response)
    if (interaction === null) return null
    if (!isAnswered(interaction)) {
      const result = await this.resultOf(interaction, read.data, addressKey)
      await this.parts.authorizationServer.interactionResult(request, response, result, {
        mergeWithLastSubmission: false,
      })
    }
    return `${this.parts.publicUrl}${CONSENT_PATH}/${uid}`
  }

  private async resultOf(
    interaction: Interaction,
    answer: z.output<typeof form>,
    addressKey: string,
  ): Promise<InteractionResults> {
    const clientId = String(interaction.params.client_id)
    switch (answer.answer) {
      case 'deny':
        this.parts.note({ answer: 'deny', clientId, credentialId: null })
        return { error: 'access_denied', error_description: 'the user did not allow it' }
      case 'other_credential':
        return withDraft({})
      case 'use_credential':
        return withDraft(await this.tryCredential(answer.credential.trim(), addressKey))
      case 'allow':
        return this.allow(interaction, clientId)
    }
  }

  private async tryCredential(token: string, addressKey: string): Promise<ConsentDraft> {
    if (token === '') return { problem: 'Paste a credential first.' }
    const wait = this.parts.gate.take(addressKey)
    if (wait !== null)
      return { problem: `Too many credentials were tried from here. Wait ${Math.ceil(wait / 1_000)} seconds.` }
    return this.unlessRefused(async () => {
      const { credentialId } = await this.parts.service.authenticate(token)
      return credentialId === null ? { problem: 'Paste a credential first.' } : { credentialId }
    })
  }

  private async allow(interaction: Interaction, clientId: string): Promise<InteractionResults> {
    const { credentialId } = draftOf(interaction)
    if (credentialId === undefined) return withDraft({ problem: 'Paste a credential first.' })
    const still = await this.unlessRefused(async () => {
      await this.parts.service.authenticateById(credentialId)
      return { credentialId }
    })
    if (still.problem !== undefined) return withDraft(still)
    const grant = new this.parts.authorizationServer.Grant({ accountId: credentialId, clientId })
    grant.addResourceScope(resourceOf(this.parts.publicUrl), SCOPE)
    const grantId = await grant.save()
    this.parts.note({ answer: 'allow', clientId, credentialId })
    return { login: { accountId: credentialId, remember: false }, consent: { grantId } }
  }

  private async step(interaction: Interaction): Promise<{ step: ConsentStep; problem: string | null }> {
    if (isAnswered(interaction)) {
      const allowed = interaction.result?.consent !== undefined
      return { step: { kind: 'answered', allowed, next: interaction.returnTo }, problem: null }
    }
    const { credentialId, problem = null } = draftOf(interaction)
    if (credentialId === undefined) return { step: { kind: 'credential' }, problem }
    try {
      const caller = await this.parts.service.authenticateById(credentialId)
      return { step: { kind: 'decision', credential: credentialOf(caller) }, problem }
    } catch (error) {
      return { step: { kind: 'credential' }, problem: reasonOf(error) }
    }
  }

  private async unlessRefused(attempt: () => Promise<ConsentDraft>): Promise<ConsentDraft> {
    try {
      return await attempt()
    } catch (error) {
      return { problem: reasonOf(error) }
    }
  }

  private async find(uid: string, request: IncomingMessage, response: ServerResponse): Promise<Interaction | null> {
    try {
      const interaction = await this.parts.authorizationServer.interactionDetails(request, response)
      return interaction.uid === uid ? interaction : null
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null
      throw error
    }
  }
}

/** The words of a refusal; anything else is a bug. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}
