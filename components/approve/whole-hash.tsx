import { CopyText } from '../controls/copy-text'
import { placeKey } from '../controls/place-key'

/** All characters of a hash, in groups that the eye can compare; selected or copied it is one word. */
export function WholeHash({ hash, what }: { readonly hash: string; readonly what: string }) {
  const groups = hash.match(/.{1,8}/g) ?? []
  return (
    <div className="flex items-start gap-1">
      <div className="@container min-w-0 flex-1">
        <code className="grid w-max max-w-full grid-cols-2 gap-x-2 py-0.5 font-mono text-sm text-ink @min-[17.5rem]:grid-cols-4 @min-[36rem]:grid-cols-8">
          {groups.map((group, place) => (
            <span key={placeKey(place)}>{group}</span>
          ))}
        </code>
      </div>
      <span className="-my-0.5 shrink-0 print:hidden">
        <CopyText text={hash} what={what} />
      </span>
    </div>
  )
}
