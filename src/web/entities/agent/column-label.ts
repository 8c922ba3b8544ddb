import type { Translate } from '../../i18n/catalogue.ts'
import type { AgentField } from './agent-columns.ts'

/** Returns the name of a column that has numbers or identifies agents. */
export const agentColumnLabel = (t: Translate, field: 'ext' | AgentField): string =>
  field === 'ext' ? t('field.ext') : t(`columns.${field}`)
