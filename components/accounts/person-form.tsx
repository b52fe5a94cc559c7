import type { ConsentingPerson } from '@/server/api/consent-question'
import type { ViewerPermission } from '@/server/api/viewer'
import { AnswerButton, ConsentProblemNote } from './consent-frame'

/** Shows what the agent could do in the name of whoever is signed in, and asks. */
export function PersonForm(props: { readonly person: ConsentingPerson; readonly problem: string | null }) {
  const { person, problem } = props
  return (
    <form method="post">
      <input type="hidden" name="as" value={person.as} />
      <ConsentProblemNote id="problem" problem={problem} />
      <h2 className="font-medium break-words">
        As {person.name} in “{person.namespace}” the agent could
      </h2>
      <p className="text-sm break-words text-ink-soft">You are signed in as {person.email}.</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-ink-soft marker:text-ink-faint">
        {rightsOfPerson(person.permissions).map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft">It could not sign or approve: that you do yourself.</p>
      <p className="mt-3 text-sm text-ink-soft">
        It has the rights that you have at the time. Its access ends when you end all your sessions, or leave the
        namespace.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <AnswerButton answer="other_credential" look="quiet" className="mr-auto -ml-2.5">
          Use a credential instead
        </AnswerButton>
        <AnswerButton answer="deny">Deny</AnswerButton>
        <AnswerButton answer="allow" look="primary">
          Allow
        </AnswerButton>
      </div>
    </form>
  )
}

/** Each goes on from "the agent could". What no agent is given is not here. */
const RIGHTS: Partial<Record<ViewerPermission, string>> = {
  compute: 'compile rulesets and check claims against them',
  read: 'see the rulesets of your namespace, their approvals and the units',
  save: 'save revisions of rulesets, which the history shows as yours by an agent',
  convert: 'add unit converters',
}

/**
 * What an agent could do in a person's name, in words for the person who consents.
 */
function rightsOfPerson(permissions: readonly ViewerPermission[]): string[] {
  return permissions.flatMap((permission) => RIGHTS[permission] ?? [])
}
