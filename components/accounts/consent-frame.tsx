import type { ComponentProps, ReactNode } from 'react'
import type { ConsentAnswer } from '@/server/api/consent-question'
import { Button } from '../ui/button'

/** The one card of the pages on which a person answers for an agent. */
export function ConsentFrame({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <main id="main" className="flex flex-1 items-start justify-center px-4 py-10 sm:py-16">
      <div className="w-full max-w-md rounded-lg border border-line bg-surface px-6 py-6">
        <h1 className="text-xl font-semibold break-words">{title}</h1>
        <div className="mt-4">{children}</div>
      </div>
    </main>
  )
}

/** Why the last try did not succeed. */
export function ConsentProblemNote({ id, problem }: { readonly id: string; readonly problem: string | null }) {
  if (problem === null) return null
  return (
    <p id={id} role="alert" className="mb-4 rounded-md bg-false-soft px-3 py-2 text-false">
      {problem}
    </p>
  )
}

/** Sends its form with this answer. */
export function AnswerButton({
  answer,
  ...props
}: Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value'> & { readonly answer: ConsentAnswer }) {
  return <Button {...props} type="submit" name="answer" value={answer} />
}
