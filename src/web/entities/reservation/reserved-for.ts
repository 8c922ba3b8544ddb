import type { Reservation } from '#contract/reservations.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { momentText } from '../../ui/text/time-text.ts'
import type { NamedPerson } from '../person/person-text.ts'

type Whom = Pick<Reservation, 'agentName' | 'workNumber' | 'agentUuid' | 'colleagueId' | 'keptBack'>

/** Returns the name of the person who left a number that is kept back; null for a number reserved for someone. */
export const leftBy = ({ keptBack }: Pick<Reservation, 'keptBack'>): string | null =>
  keptBack === undefined ? null : (keptBack.agentName ?? keptBack.agentUuid ?? '')

/**
 * Returns the name of a reservation's person, else the work number, UUID or the directory's ID. For a number kept
 * back: a later person.
 */
export function reservedFor(t: Translate, reservation: Whom): string {
  const { agentName, workNumber, agentUuid, colleagueId } = reservation
  const left = leftBy(reservation)
  if (left !== null) return t('reservations.keptBack.for', { agent: left })
  return agentName ?? workNumber ?? agentUuid ?? colleagueId ?? ''
}

/** Returns the same with the work number and department, as far as known. */
export const reservedPerson = (
  t: Translate,
  reservation: Whom & Pick<Reservation, 'department'>,
): NamedPerson => ({
  name: reservedFor(t, reservation),
  workNumber: reservation.agentName === null ? null : reservation.workNumber,
  department: reservation.department,
})

/** A text about a reservation to pass on. `person`: as it names them. It may be read another day, so it has the date in full. */
export const handOverText = (
  t: Translate,
  language: UiLanguage,
  { ext, personKind, expiresAt }: Pick<Reservation, 'ext' | 'personKind' | 'expiresAt'>,
  person: string,
): string =>
  t(`reserve.handover.${personKind}`, { ext, agent: person, until: momentText(expiresAt, 0, language) })

/** Returns the ID that the page of a reservation's person, or of who left the number, has. */
export const reservedForId = ({ agentUuid, colleagueId, keptBack }: Whom): string =>
  agentUuid ?? colleagueId ?? keptBack?.agentUuid ?? ''
