import { LRUCache } from 'lru-cache'
import {
  type Completion,
  type CompletionRequest,
  type Endpoint,
  type JsonSchema,
  type OptionalSetting,
  schemaInWords,
} from './completion'

const MAX_MODELS = 100

interface Refused {
  readonly settings: Set<OptionalSetting>
  readonly schemas: WeakSet<JsonSchema>
}

/**
 * Resends a rejected request without the setting that the endpoint names, or else without its schema, and remembers for
 * the model what helped (a schema only for itself). Each setting costs at most one extra request.
 */
export function withAcceptedSettings(endpoint: Endpoint): Endpoint {
  const models = new LRUCache<string, Refused>({ max: MAX_MODELS })
  return async (request, signal) => {
    const refused = models.get(request.model) ?? { settings: new Set(), schemas: new WeakSet() }
    models.set(request.model, refused)
    const dropped = new Set(refused.settings)
    if (request.format !== null && refused.schemas.has(request.format.schema)) dropped.add('response_format')
    for (;;) {
      const completion = await endpoint(withoutSettings(request, dropped), signal)
      const next = completion.kind === 'rejected' ? nextToDrop(request, dropped, completion) : null
      if (next !== null) {
        dropped.add(next)
        continue
      }
      if (completion.kind !== 'rejected') rememberRefused(refused, dropped, request)
      return completion
    }
  }
}

const ABOUT_SETTINGS = new Set([400, 404, 415, 422, 501])

function nextToDrop(
  request: CompletionRequest,
  dropped: ReadonlySet<OptionalSetting>,
  { status, setting }: Extract<Completion, { kind: 'rejected' }>,
): OptionalSetting | null {
  if (!ABOUT_SETTINGS.has(status)) return null
  const isThere = (name: OptionalSetting) => !dropped.has(name) && isSet(request, name)
  if (setting !== null && isThere(setting)) return setting
  return isThere('response_format') && status !== 404 ? 'response_format' : null
}

function isSet(request: CompletionRequest, name: OptionalSetting): boolean {
  return (name === 'response_format' ? request.format : request[name]) !== null
}

function withoutSettings(request: CompletionRequest, dropped: ReadonlySet<OptionalSetting>): CompletionRequest {
  const inWords = request.format !== null && dropped.has('response_format')
  return {
    ...request,
    instructions: inWords ? `${request.instructions}\n\n${schemaInWords(request.format.schema)}` : request.instructions,
    format: inWords ? null : request.format,
    temperature: dropped.has('temperature') ? null : request.temperature,
    seed: dropped.has('seed') ? null : request.seed,
  }
}

function rememberRefused(refused: Refused, dropped: ReadonlySet<OptionalSetting>, { format }: CompletionRequest): void {
  for (const setting of dropped)
    if (setting !== 'response_format') refused.settings.add(setting)
    else if (format !== null) refused.schemas.add(format.schema)
}
