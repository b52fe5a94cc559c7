import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { OutcomeMark } from '../../ui/outcome-mark'

const ENTRY = 'inline-flex h-9 items-center gap-1.5 rounded-md px-3 text-sm font-medium'

export function WelcomePage() {
  return (
    <main id="main" className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-8 px-5 py-10">
      <div>
        <h1 className="text-2xl font-semibold">From the text of a policy to signed answers</h1>
        <p className="mt-2 max-w-prose text-ink-soft">
          Write a policy as rules, have it reviewed in plain English and signed, and check facts against it. Each rule
          gets its own exact answer with a reason. Anything that is not known is reported as unknown.
        </p>
      </div>
      <Picture />
      <div className="grid gap-4 md:grid-cols-2">
        <section
          aria-labelledby="try"
          className="flex flex-col items-start gap-2 rounded-lg border border-line bg-surface p-5"
        >
          <h2 id="try" className="text-lg font-semibold">
            Try it without an account
          </h2>
          <p className="flex-1 text-ink-soft">
            The playground opens with a real policy, the US receipt rule for expenses, and cases to fill in. What you
            write there stays in your browser.
          </p>
          <Link href="/playground" className={`${ENTRY} bg-accent text-on-accent hover:opacity-90`}>
            Open the playground <ArrowRight size={15} aria-hidden />
          </Link>
          <Link href="/docs" className="text-accent underline">
            Read the documentation
          </Link>
        </section>
        <section
          aria-labelledby="begin"
          className="flex flex-col items-start gap-2 rounded-lg border border-line bg-surface p-5"
        >
          <h2 id="begin" className="text-lg font-semibold">
            Create the first account
          </h2>
          <ol className="list-decimal space-y-1 pl-5 text-ink-soft">
            <li>
              Look at the terminal that started the server. It shows a link to <Code>/setup/…</Code> that works once,
              within a day.
            </li>
            <li>Open the link. It creates your account, with all roles, and a namespace for your team.</li>
            <li>Invite the others from there.</li>
          </ol>
          <p className="text-ink-soft">
            If the link is lost or has expired, run <Code>npm run admin-link</Code> in the folder of the product.
          </p>
        </section>
      </div>
    </main>
  )
}

/** Illustrates a rule of the receipt policy: written, read and signed, and asked. */
function Picture() {
  return (
    <figure
      aria-label="A rule is written, read and signed, and then answers"
      className="grid gap-3 md:grid-cols-[1fr_auto_1fr_auto_1fr]"
    >
      <Step title="1. An author writes a rule">
        <pre className="font-mono text-xs whitespace-pre-wrap text-ink">
          {'assert receipt_held {\n  Implies(amount >= 75 "USD",\n    has_receipt) };'}
        </pre>
      </Step>
      <Next />
      <Step title="2. A reviewer reads it and signs">
        <p className="text-sm">If the amount is at least 75 USD, there is a receipt.</p>
        <p className="mt-2 border-t border-line pt-2 text-xs text-ink-soft">
          Approved for exactly this text. Anyone can verify the signature.
        </p>
      </Step>
      <Next />
      <Step title="3. People and programs ask">
        <ul className="space-y-1.5 text-sm">
          <li className="flex flex-wrap items-center gap-2">
            <OutcomeMark outcome="TRUE" /> 90 USD, with a receipt
          </li>
          <li className="flex flex-wrap items-center gap-2">
            <OutcomeMark outcome="FALSE" /> 90 USD, without one
          </li>
          <li className="flex flex-wrap items-center gap-2">
            <OutcomeMark outcome="UNKNOWN" /> 90 USD, not known
          </li>
        </ul>
      </Step>
    </figure>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <p className="mb-2 font-medium">{title}</p>
      {children}
    </div>
  )
}

function Next() {
  return <ArrowRight size={20} aria-hidden className="rotate-90 place-self-center text-ink-faint md:rotate-0" />
}

function Code({ children }: { readonly children: ReactNode }) {
  return <code className="font-mono text-sm text-ink">{children}</code>
}
