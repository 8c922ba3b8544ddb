import { IconSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { keyCaps } from '../../ui/focus/shortcuts.ts'
import { openPalette } from './open-palette.tsx'
import classes from './PaletteButton.module.css'

/** The header button that opens the palette: looks like a text field, or like an icon on a phone. */
export function PaletteButton() {
  const t = useT()
  return (
    <button type="button" className={classes.root} aria-haspopup="dialog" onClick={openPalette}>
      <IconSearch size={16} aria-hidden />
      <span className={classes.text}>{t('shortcut.palette')}</span>
      <span className={classes.keys} aria-hidden>
        {keyCaps('mod+k').join(' ')}
      </span>
    </button>
  )
}
