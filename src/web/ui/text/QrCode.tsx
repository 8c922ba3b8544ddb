import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy.ts'
import classes from './QrCode.module.css'
import type { QrCodeProps } from './QrDrawing.tsx'

// In a file of its own: few visits show a code.
const QrDrawing = lazyPart(async () => (await import('./QrDrawing.tsx')).QrDrawing)
/** Loads what draws codes, so that they render at once. */
export const loadQrCode = QrDrawing.load

/** A text as a QR code. Its place is white until it is drawn. */
export function QrCode(props: QrCodeProps) {
  return (
    <Suspense fallback={<div className={classes.code} />}>
      <QrDrawing {...props} />
    </Suspense>
  )
}
