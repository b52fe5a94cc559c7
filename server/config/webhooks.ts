import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea } from './variables'

/** A host of the operator's own network that webhooks may reach. */
export interface InternalHost {
  /** In lower case, without brackets. */
  readonly host: string
  /** Null for every port. */
  readonly port: number | null
}

export interface WebhookSettings {
  /** Other hosts must have public addresses. */
  readonly webhookHosts: readonly InternalHost[]
}

const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/

const hosts = z
  .string()
  .transform((text, context) =>
    text.split(',').flatMap((part): InternalHost[] => {
      const given = part.trim().toLowerCase()
      const [, literal, name, port] = HOST.exec(given) ?? []
      const host = literal ?? name
      if (host !== undefined && Number(port ?? 1) > 0 && Number(port ?? 1) < 65_536)
        return [{ host, port: port === undefined ? null : Number(port) }]
      context.addIssue(`"${given}" must be a host or a host and a port, such as hooks.internal:8443`)
      return []
    }),
  )
  .optional()

export const WEBHOOK_VARIABLES = { WEBHOOK_INTERNAL_HOSTS: hosts }

export function readWebhooks(given: GivenVariables): AreaReading<WebhookSettings> {
  return readArea(WEBHOOK_VARIABLES, given, ({ WEBHOOK_INTERNAL_HOSTS: webhookHosts = [] }) => ({
    ok: true,
    settings: { webhookHosts },
  }))
}
