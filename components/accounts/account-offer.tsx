import type { ConsentingAccount } from '@/server/api/consent-question'
import { AnswerButton } from './consent-frame'

/** The other way than a credential: in one's own name. */
export function AccountOffer({ account }: { readonly account: ConsentingAccount }) {
  return (
    <div className="mb-5 border-b border-line pb-5">
      {'signIn' in account ? (
        <>
          <p className="text-ink-soft">Members of this deployment let an agent act in their own name.</p>
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
