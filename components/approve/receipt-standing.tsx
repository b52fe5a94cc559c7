import { Notice } from '../controls/notice'
import type { ReviewRow } from './sheet'
import { UtcTime } from './utc-time'

/** What happened to an approval after it was signed. */
export function ReceiptStanding({ record }: { readonly record: ReviewRow }) {
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
      {record.underOtherLibrary && (
        <Notice kind="warning" title="Signed under another unit library than the one in force now" />
      )}
    </>
  )
}
