import type { ComponentProps } from 'react'
import type { ConsentAnswer } from '@/server/contract/consent-question'
import { Button } from '../controls/button'

/** Sends its form with this answer. */
export function AnswerButton({
  answer,
  ...props
}: Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value'> & { readonly answer: ConsentAnswer }) {
  return <Button {...props} type="submit" name="answer" value={answer} />
}
