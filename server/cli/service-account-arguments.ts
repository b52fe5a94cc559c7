import { z } from 'zod'
import type { ServiceSecretKind } from '../database/guardrails/service-accounts'
import { type CommandReading, readCommandLine, wrong } from './command/command-line'

interface OfAccount {
  readonly username: string
  /** An id or a name. */
  readonly namespace: string
}

interface WithSecret {
  readonly secret: { readonly kind: ServiceSecretKind; readonly label: string; readonly expiresAt: Date | null }
}

export type ServiceAccountCommand =
  | (OfAccount & WithSecret & { readonly kind: 'create'; readonly description: string })
  | (OfAccount & WithSecret & { readonly kind: 'issue' })
  | (OfAccount & { readonly kind: 'disable' | 'enable' })

export const USAGE = `How it is used:
  npm run service-account -- create <username> --namespace <id or name> [--kind service_token|api_key]
                                    [--description <text>] [--label <text>] [--expires <day>]
      makes a service account with one secret and prints the secret, once. --namespace names one that exists, or else
      a new one. A service token opens the client endpoints; an API key opens the main REST API and the client endpoints
      too. --kind is service_token unless it is given. --label says what the secret is for. --expires takes a day
      (2027-01-01, from its beginning in UTC) or a moment (2027-01-01T12:00:00Z).
  npm run service-account -- issue <username> --namespace <id or name> [--kind service_token|api_key]
                                   [--label <text>] [--expires <day>]
      prints another secret for an account, once. The others stay in force.
  npm run service-account -- disable <username> --namespace <id or name>
  npm run service-account -- enable <username> --namespace <id or name>
      ends and begins again what an account may do, with all of its secrets.
Each change stands in the log of the namespace as the operator's act. A secret is stored nowhere.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const OPERAND = 'the username of a service account'
const OF_SECRET = ['namespace', 'kind', 'label', 'expires']
const SYNTAXES = {
  create: { operand: OPERAND, values: [...OF_SECRET, 'description'] },
  issue: { operand: OPERAND, values: OF_SECRET },
  disable: { operand: OPERAND, values: ['namespace'] },
  enable: { operand: OPERAND, values: ['namespace'] },
}

const VALUES = z.object({
  namespace: z
    .string('must be given: the id or the name of the namespace that is the home of the account')
    .trim()
    .min(1, 'must not be empty')
    .max(128, 'may have at most 128 characters')
    .regex(/^\P{Cc}*$/u, 'must be text without control characters'),
  kind: z.enum(['service_token', 'api_key'], 'must be service_token or api_key').default('service_token'),
  label: z.string().default('issued by the operator'),
  description: z.string().default(''),
  expires: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day such as 2027-01-01')
    .transform((text) => new Date(text))
    .optional(),
})

export function readArguments(args: readonly string[]): CommandReading<ServiceAccountCommand> {
  if (args.length === 0) return { ok: true, command: { kind: 'help' } }
  return readCommandLine<keyof typeof SYNTAXES, ServiceAccountCommand>(args, SYNTAXES, ({ word, operands, values }) => {
    const read = VALUES.safeParse(values)
    if (!read.success)
      return wrong(read.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join('\n'))
    const { namespace, kind, label, description, expires = null } = read.data
    const account = { username: operands[0] ?? '', namespace }
    const secret = { kind, label, expiresAt: expires }
    switch (word) {
      case 'create':
        return { ok: true, command: { kind: word, ...account, description, secret } }
      case 'issue':
        return { ok: true, command: { kind: word, ...account, secret } }
      default:
        return { ok: true, command: { kind: word, ...account } }
    }
  })
}
