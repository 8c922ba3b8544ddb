import type { InventoryState } from '#contract/inventory.ts'
import { useT } from '../i18n/Language.tsx'
import classes from './StateName.module.css'

/** What the extension was when it was last seen, in words, with a mark of its own shape. */
export function StateName({ state }: { state: InventoryState }) {
  const t = useT()
  return (
    <span className={classes.state} data-state={state} title={t(`inventory.state.${state}.text`)}>
      {t(`inventory.state.${state}`)}
    </span>
  )
}
