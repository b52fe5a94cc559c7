import { Notice } from '../ui/notice'
import { useViewer } from '../ui/viewer'
import { UtcTime } from './facts'
import type { ReviewRow } from './sheet'

/** What happened to an approval after it was signed. */
export function ReceiptStanding({ record }: { readonly record: ReviewRow }) {
  const { changedAloneAt } = useViewer()
  return (
    <>
      {record.withdrawn !== null && (
        <Notice kind="warning" title="Withdrawn: it counts no more">
          <p>
            By {record.withdrawn.by}, <UtcTime at={record.withdrawn.at} />: “{record.withdrawn.reason}”
          </p>
        </Notice>
      )}
      {record.expired && record.withdrawn === null && (
        <Notice kind="warning" title="Expired: it counts no more">
          {record.expiresAt !== null && <UtcTime at={record.expiresAt} />}
        </Notice>
      )}
      {record.uncounted !== null && record.withdrawn === null && !record.expired && (
        <Notice kind="warning" title="The namespace does not count this approval">
          <p>{record.uncounted}</p>
        </Notice>
      )}
      {record.meaning === 'approved' && changedAloneAt !== null && record.signedAt >= changedAloneAt && (
        <Notice kind="warning" title="Rules changed by one administrator alone">
          <p>
            Since <UtcTime at={changedAloneAt} /> the rules of this namespace were changed by one administrator alone.
          </p>
        </Notice>
      )}
      {record.underOlderEngine !== null && (
        <Notice kind="warning" title="Signed under an older engine than the one of today">
          <p>{record.underOlderEngine}</p>
        </Notice>
      )}
      {record.underOtherLibrary && (
        <Notice kind="warning" title="Signed under another unit library than the one in force now" />
      )}
    </>
  )
}
