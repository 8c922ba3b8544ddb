import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import classes from './QrCode.module.css'

/** Light modules that a scanner needs around the code (ISO/IEC 18004). */
const quietZone = 4

export interface QrCodeProps {
  text: string
  label: string
}

/** Renders a text as a QR code, dark on white in both color schemes because scanners expect that. */
export function QrDrawing({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = generate(text)
    return { size: code.size, path: toSvgPath(code) }
  }, [text])
  const side = size + 2 * quietZone
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need a data: URL, which the policy forbids
      role="img"
      aria-label={label}
      className={classes.code}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
