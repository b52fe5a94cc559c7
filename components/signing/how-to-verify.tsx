import { CopyText } from '../ui/copy-text'

/** What whoever holds a receipt does with it. */
export function HowToVerify({ fileName }: { readonly fileName: string }) {
  const command = `npm run verify -- receipt ${fileName}`
  return (
    <section aria-labelledby="verify">
      <h3 id="verify" className="mb-2 text-lg font-semibold">
        How to verify it
      </h3>
      <p>
        With the downloaded file and no connection to this server, the command below checks the signature, the statement
        and its place in the log. The page{' '}
        <a href="/docs/verify" className="text-accent underline">
          Verify a receipt
        </a>{' '}
        says how to do the same with standard tools. The public keys are at /.well-known/touchstone-keys.json.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-md bg-canvas px-2 py-1 font-mono text-xs break-all">{command}</code>
        <span className="print:hidden">
          <CopyText text={command} label="Copy the command" what="the command" />
        </span>
      </div>
    </section>
  )
}
