import { CopyText } from '../ui/copy-text'

/** All characters of a hash, in groups that the eye can compare; selected or copied it is one word. */
export function WholeHash({ hash, what }: { readonly hash: string; readonly what: string }) {
  return (
    <div className="flex items-start gap-1">
      <code className="-mr-2 min-w-0 flex-1 py-0.5 font-mono text-sm text-ink">
        <Halves text={hash} />
      </code>
      <span className="-my-0.5 shrink-0 print:hidden">
        <CopyText text={hash} what={what} isShown />
      </span>
    </div>
  )
}

/** Characters that the eye takes in at once. */
const GROUP = 8

/** Each half stays on one line where there is room for it: eight groups on one line, four on two, or two on four. */
function Halves({ text }: { readonly text: string }) {
  if (text.length <= GROUP) return <span className="mr-2 inline-block">{text}</span>
  const middle = Math.ceil(text.length / GROUP / 2) * GROUP
  return (
    <>
      <span className="inline-block">
        <Halves text={text.slice(0, middle)} />
      </span>
      <span className="inline-block">
        <Halves text={text.slice(middle)} />
      </span>
    </>
  )
}
