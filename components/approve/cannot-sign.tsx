import { Notice } from '../controls/notice'

/** In the place of the signing panel, for whoever reads this page without signing. */
export function CannotSign({ reason }: { readonly reason: string | null }) {
  return (
    <section aria-labelledby="cannot-sign" className="print:hidden rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="cannot-sign" className="mb-2 text-xl font-semibold">
        Sign
      </h2>
      <Notice kind="info">
        <p>{reason ?? 'You may read this page but not sign here.'}</p>
      </Notice>
      <p className="mt-2 text-sm text-ink-soft">
        Members with the role reviewer sign. Send them the address of this page; an administrator gives roles under
        Settings, Members.
      </p>
    </section>
  )
}
