import { Suspense, useState } from 'react'
import { reportFailedLoad } from '../../lib/failed-load.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import classes from './QrCode.module.css'
import type { QrCodeProps } from './QrDrawing.tsx'

// In a file of its own: few visits show a code.
const QrDrawing = lazyPart(async () => (await import('./QrDrawing.tsx')).QrDrawing)
/** Loads what draws codes, so that they render at once. */
export const loadQrCode = QrDrawing.load

/** A text as a QR code. Its place is white until it is drawn. What surrounds it is often shown only once, so it stays without the code. */
export function QrCode(props: QrCodeProps) {
  const [tries, setTries] = useState(0)
  const empty = <div className={classes.code} />
  const onFault = () => reportFailedLoad({ kind: 'part', retry: () => setTries(tries + 1) })
  return (
    <ErrorBoundary key={tries} instead={empty} onFault={onFault}>
      <Suspense fallback={empty}>
        <QrDrawing {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
