import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface FileChooserProps {
  /** As the `accept` of a file input. */
  accept: string
  onFile: (file: File) => void
  /** The button, of the properties that make it ask. */
  children: FileButtonProps['children']
}

/** Has the reader choose a file; also the same one again, which may have been corrected. */
export function FileChooser({ accept, onFile, children }: FileChooserProps) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      accept={accept}
      resetRef={forget}
      onChange={(file) => {
        // A browser does not tell of the same file chosen again.
        forget.current?.()
        if (file !== null) onFile(file)
      }}
    >
      {children}
    </FileButton>
  )
}
