import type { Service } from '#contract/service.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Returns a function that says which service the console uses now. */
export function useShowSaved() {
  const t = useT()
  return ({ current }: Service) => {
    const message = current.sandbox ? t('service.sandbox.done') : t('service.use.done', { url: current.url })
    announce(message)
    toast({ tone: 'success', message })
  }
}
