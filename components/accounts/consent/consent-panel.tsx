import type { ConsentQuestion } from '@/server/api/consent-question'
import { CardPage } from '../../ui/page-frame'

import { CredentialForm, DecisionForm, PersonForm } from './consent-forms'

/** Shows the client, the address that receives the answer, and the form of the current step. */
export function ConsentPanel({ question }: { readonly question: ConsentQuestion }) {
  const { client, returnsTo, problem, step } = question
  if (step.kind === 'answered')
    return (
      <CardPage title={step.allowed ? 'The agent is connected' : 'The agent was not connected'}>
        {/* A link instead of a redirect: forms of this page may only be sent to this origin. */}
        <meta httpEquiv="refresh" content={`0;url=${step.next}`} />
        <p className="text-ink-soft">
          Going back to <span className="font-mono text-ink">{returnsTo.host}</span>.
        </p>
        <p className="mt-4">
          <a href={step.next} className="text-accent underline">
            Continue if nothing happens
          </a>
        </p>
      </CardPage>
    )
  return (
    <CardPage title={<>Let “{client.name}” act for you?</>}>
      <p className="text-ink-soft">
        This is the name the program gives itself
        {client.site !== null && (
          <>
            {' '}
            with <span className="font-mono text-ink">{client.site}</span> as its website
          </>
        )}
        . The name is not verified. Allow it only if you have just asked the program to connect.
      </p>
      <p className="mt-2 text-ink-soft">
        Your answer goes to <span className="font-mono break-all text-ink">{returnsTo.host}</span>
        {returnsTo.thisComputer ? ', a program on this computer.' : '.'}
      </p>
      <div className="mt-5 border-t border-line pt-5">
        {step.kind === 'credential' && <CredentialForm account={step.account} problem={problem} />}
        {step.kind === 'decision' && <DecisionForm credential={step.credential} problem={problem} />}
        {step.kind === 'person' && <PersonForm person={step.person} problem={problem} />}
      </div>
    </CardPage>
  )
}
