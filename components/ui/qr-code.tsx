import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Light squares that a reader needs around the code (ISO/IEC 18004, quiet zone). */
const QUIET_SQUARES = 4

/** A QR code of a text. It is black on white in every theme, because not every reader knows the opposite. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => squaresOf(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

export interface QrCodeProps {
  readonly text: string
  readonly label: string
  readonly className: string
}

function squaresOf(text: string): { readonly path: string; readonly size: number } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + QUIET_SQUARES} ${row + QUIET_SQUARES}h1v1h-1z`
  return { path, size: count + 2 * QUIET_SQUARES }
}
