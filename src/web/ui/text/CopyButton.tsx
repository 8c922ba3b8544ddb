import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { copyText } from './copy-text.ts'
import classes from './CopyButton.module.css'

/** Copies a value. Shows the success for two seconds and announces it. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(t, value, t('copy.done', { value }))) setCopied(true)
  }
  return (
    <button
      type="button"
      className={classes.root}
      data-copied={copied || undefined}
      data-no-print
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
    </button>
  )
}
