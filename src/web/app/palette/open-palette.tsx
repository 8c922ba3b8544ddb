import { useLayoutEffect } from 'react'
import { lazyPart } from '../../lib/lazy.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'

/** What was typed since the palette was requested and before it was there. */
export interface TypedAhead {
  text: string
}

/** Keeps what is typed while the palette loads, for its field. */
function KeepTyped({ ahead }: { ahead: TypedAhead }) {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      ahead.text += event.key
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [ahead])
  return null
}

const PaletteDialog = lazyPart(async () => (await import('./PaletteDialog.tsx')).PaletteDialog)

export function openPalette(): void {
  const ahead = { text: '' }
  openDialog((close) => <PaletteDialog ahead={ahead} onClose={close} />, {
    loading: <KeepTyped ahead={ahead} />,
  })
}
