/** Services with a scripted endpoint, and what its requests have as material. */
import type { Caller } from '../../calls/caller'
import { createModel } from '../../models/model'
import { type ChatRequest, type Script, startScriptedModelServer } from '../../testing/scripted-model-server'
import { startServices } from '../../testing/services-under-test'

export type DraftingUnderTest = Awaited<ReturnType<typeof startDrafting>>

export async function startDrafting(concurrency = 4, timeoutMs = 60_000) {
  const endpoint = await startScriptedModelServer()
  const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const settings = { baseUrl: endpoint.baseUrl, name: 'scripted', apiKey: null, timeoutMs, concurrency }
  const model = createModel(settings, { now: Date.now, pause })
  const under = await startServices(1, { model: { model, concurrency } })
  const [workbench] = under.workbenches
  if (workbench === undefined) throw new Error('no service was started')
  return {
    ...{ under, workbench, endpoint },
    play: (script: Script) => endpoint.play(script),
    addDocument: (caller: Caller, label: string, text: string) =>
      workbench.documents.add(caller, {
        label,
        title: `Policy ${label}`,
        content: { kind: 'text', text, format: 'text' },
      }),
    stop: async () => {
      await under.stop()
      await endpoint.stop()
    },
  }
}

/** The subject of the request: `claims`, `rules`, `conditions` or `answers`. */
export function askedFor({ response_format }: ChatRequest): string {
  return response_format?.json_schema.name ?? ''
}

export interface AskedMaterial {
  readonly document: { readonly label: string }
  readonly passages: readonly { readonly clause: string; readonly text: string }[]
  readonly claims: readonly { readonly name: string; readonly question: string }[]
  readonly failed?: { readonly problems: readonly string[] } | null
  readonly scenarios?: readonly {
    readonly scenario: number
    readonly facts: readonly { readonly question: string; readonly value: string }[]
  }[]
}

export function materialOf({ messages }: ChatRequest): AskedMaterial {
  const sent = messages.find(({ role }) => role === 'user')?.content ?? ''
  return JSON.parse(sent) as AskedMaterial
}
