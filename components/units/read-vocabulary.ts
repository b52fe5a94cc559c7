/** What the vocabulary page asks the server. */
import type { inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'
import type { vocabulary } from '../../server/api/schemas/vocabulary'
import type { AppRouter } from '../../server/http/trpc/router'
import { callOperation } from '../ui/call-operation'
import type { PageRefusal } from '../ui/page-refusal'

export type Vocabulary = z.output<typeof vocabulary>
export type Term = Vocabulary['level_two'][number]
export type LabelledName = inferRouterOutputs<AppRouter>['units']['labelledNames'][number]

/** The vocabulary, or why it was refused. */
export async function readVocabulary(): Promise<Vocabulary | { readonly refusal: PageRefusal }> {
  const answer = await callOperation('getVocabulary')
  return answer.ok ? (JSON.parse(answer.body) as Vocabulary) : { refusal: answer.refusal }
}
