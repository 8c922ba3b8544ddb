import type { Translate } from '../../i18n/catalogue.ts'
import type { AgentSheetColumn } from './agent-columns.ts'

/** Returns the name of a column that has numbers or identifies agents. */
export const agentColumnCaption = (t: Translate, field: 'ext' | AgentSheetColumn): string =>
  field === 'ext' ? t('field.ext') : t(`columns.${field}`)
