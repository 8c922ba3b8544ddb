import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import classes from './CopyButton.module.css'
import type { Translate } from '../../i18n/catalogue.ts'
import { announce } from '../feedback/announce.ts'
import { toast } from '../feedback/toast.ts'

/** Copies a text and announces `done`, or shows that the browser refused. Returns whether it was copied. */
export async function copyText(t: Translate, text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(done)
    return true
  } catch {
    toast({ tone: 'failure', message: t('copy.failed') })
    return false
  }
}

/** Copies a value. Shows the success for two seconds and announces it. */
export function CopyButton({
  value,
  label,
  onCopied,
}: {
  value: string
  label: string
  onCopied?: () => void
}) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(t, value, t('copy.done', { value })))) return
    setCopied(true)
    onCopied?.()
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
