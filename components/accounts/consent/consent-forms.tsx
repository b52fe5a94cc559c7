import clsx from 'clsx'
import type { ComponentProps } from 'react'
import type {
  ConsentAnswer,
  ConsentingAccount,
  ConsentingCredential,
  ConsentingPerson,
} from '@/server/api/consent-question'
import type { ViewerPermission } from '@/server/api/viewer'
import { Button } from '../../ui/controls'
import { limitsOf, rightsOf } from './credential-rights'

/** Asks for the agent's credential, or offers to act as a signed-in person. */
export function CredentialForm(props: { readonly account: ConsentingAccount; readonly problem: string | null }) {
  const { account, problem } = props
  return (
    <>
      <AccountOffer account={account} />
      <form method="post" id="use-credential" autoComplete="off">
        <ConsentProblemNote id="problem" problem={problem} />
        <label htmlFor="credential" className="font-medium">
          Credential
        </label>
        <p id="credential-use" className="mt-1 text-sm text-ink-soft">
          The agent gets the rights of the credential and never sees it. An evaluation credential is enough for a trial.
        </p>
        <input
          id="credential"
          name="credential"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          aria-describedby={problem === null ? 'credential-use' : 'problem credential-use'}
          aria-invalid={problem !== null || undefined}
          className={clsx(
            'mt-2 h-9 w-full rounded-md border bg-raised px-2.5 font-mono text-sm',
            problem === null ? 'border-line-strong' : 'border-false',
          )}
        />
      </form>
      <div className="mt-5 flex justify-end gap-2">
        <form method="post">
          <AnswerButton answer="deny">Deny</AnswerButton>
        </form>
        <AnswerButton answer="use_credential" look="primary" form="use-credential">
          Continue
        </AnswerButton>
      </div>
    </>
  )
}

/** Offers access in the person's own name, as the alternative to a credential. */
function AccountOffer({ account }: { readonly account: ConsentingAccount }) {
  return (
    <div className="mb-5 border-b border-line pb-5">
      {'signIn' in account ? (
        <>
          <p className="text-ink-soft">Members can let an agent act in their own name.</p>
          <a
            href={account.signIn}
            className="mt-3 inline-flex h-8 items-center rounded-md border border-line-strong/50 bg-raised px-2.5 text-sm font-medium hover:border-line-strong hover:bg-canvas"
          >
            Sign in
          </a>
        </>
      ) : (
        <form method="post" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">You are signed in as {account.name}.</p>
          <AnswerButton answer="use_account">Use my account</AnswerButton>
        </form>
      )}
    </div>
  )
}

export function DecisionForm(props: { readonly credential: ConsentingCredential; readonly problem: string | null }) {
  const { credential, problem } = props
  const limits = limitsOf(credential)
  const { can, cannot } = rightsOf(credential)
  return (
    <form method="post">
      <ConsentProblemNote id="problem" problem={problem} />
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-medium break-words">
          With your credential{credential.label !== '' && ` “${credential.label}”`} the agent could
        </h2>
        <span className="shrink-0 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-medium text-accent">
          {credential.grade === 'evaluation' ? 'evaluation' : credential.tier === 'read_only' ? 'read-only' : 'full'}
        </span>
      </div>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-ink-soft marker:text-ink-faint">
        {can.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      {cannot !== null && <p className="mt-2 text-ink-soft">It could not {cannot}.</p>}
      {limits !== null && <p className="mt-3 text-sm text-ink-soft">{limits}</p>}
      <p className="mt-3 text-sm text-ink-soft">Revoking the credential ends the agent’s access within a second.</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <AnswerButton answer="other_credential" look="quiet" className="mr-auto -ml-2.5">
          Use another credential
        </AnswerButton>
        <AnswerButton answer="deny">Deny</AnswerButton>
        <AnswerButton answer="allow" look="primary">
          Allow
        </AnswerButton>
      </div>
    </form>
  )
}

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
      <p className="mt-2 text-ink-soft">It could not sign or approve. Only you can do that.</p>
      <p className="mt-3 text-sm text-ink-soft">
        It always has the rights that you have at that moment. Its access ends when you end all your sessions or leave
        the namespace.
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

/** Each continues "the agent could". Permissions that no agent gets are not listed. */
const RIGHTS: Partial<Record<ViewerPermission, string>> = {
  compute: 'compile rulesets and check claims against them',
  read: 'see the rulesets of your namespace, their approvals and the units',
  save: 'save revisions of rulesets, which the history shows as yours by an agent',
  convert: 'add unit converters',
}

function rightsOfPerson(permissions: readonly ViewerPermission[]): string[] {
  return permissions.flatMap((permission) => RIGHTS[permission] ?? [])
}

function ConsentProblemNote({ id, problem }: { readonly id: string; readonly problem: string | null }) {
  if (problem === null) return null
  return (
    <p id={id} role="alert" className="mb-4 rounded-md bg-false-soft px-3 py-2 text-false">
      {problem}
    </p>
  )
}

function AnswerButton({
  answer,
  ...props
}: Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value'> & { readonly answer: ConsentAnswer }) {
  return <Button {...props} type="submit" name="answer" value={answer} />
}
