import type { Translate } from '../../i18n/catalogue.ts'

/** Returns the name of a column that has numbers or identifies agents. */
export const agentColumnLabel = (
  t: Translate,
  field: 'ext' | 'agentUuid' | 'workNumber' | 'agentName',
): string =>
  field === 'ext'
    ? t('field.ext')
    : t(
        field === 'agentUuid'
          ? 'columns.agentUuid'
          : field === 'workNumber'
            ? 'columns.workNumber'
            : 'columns.agentName',
      )
