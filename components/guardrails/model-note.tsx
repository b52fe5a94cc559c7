import { useQuery } from '@tanstack/react-query'
import type { GuardrailType } from '../../server/api/guardrail-terms'
import { Notice } from '../ui/notice'
import { server } from '../ui/server-calls'
import { TYPE_WORDS } from './guardrail-words'

/** That a language model is needed and none is configured here. */
export function ModelNote({ type }: { readonly type: GuardrailType }) {
  const model = useModelName()
  const { model: needed } = TYPE_WORDS[type]
  if (needed === 'never' || model.data !== null) return null
  return (
    <Notice kind="warning" title="No language model is configured here">
      <p>
        {needed === 'always'
          ? 'Until the operator configures one, every frame is answered with an Error that says so.'
          : 'Frames whose answer is facts as JSON are checked all the same. Any other is answered with an Error until the operator configures one.'}
      </p>
    </Notice>
  )
}

/** Of the configured model; null where there is none, undefined until it is known. */
export function useModelName() {
  return useQuery({
    queryKey: ['model name'],
    queryFn: () => server.frames.modelName.query(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
