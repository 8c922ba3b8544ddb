import type account from '../pages/account/messages/en.json'
import type agents from '../pages/people/messages/en.json'
import type api from '../pages/api/messages/en.json'
import type audit from '../pages/audit/messages/en.json'
import type connection from '../pages/connection/messages/en.json'
import type create from '../pages/create/messages/en.json'
import type extension from '../pages/extension/messages/en.json'
import type jobs from '../pages/jobs/messages/en.json'
import type notifications from '../pages/notifications/messages/en.json'
import type numbers from '../pages/numbers/messages/en.json'
import type overview from '../pages/overview/messages/en.json'
import type reference from '../pages/reference/messages/en.json'
import type requests from '../pages/requests/messages/en.json'
import type reservations from '../pages/reservations/messages/en.json'
import type service from '../pages/service/messages/en.json'
import type settings from '../pages/settings/messages/en.json'
import type signIn from '../pages/sign-in/messages/en.json'
import type team from '../pages/team/messages/en.json'
import type users from '../pages/users/messages/en.json'
import type shared from './en.json'

/** The English messages: those of the shell and of several pages, and each page's own. */
export type EnglishMessages = typeof shared &
  typeof account &
  typeof agents &
  typeof api &
  typeof audit &
  typeof connection &
  typeof create &
  typeof extension &
  typeof jobs &
  typeof notifications &
  typeof numbers &
  typeof overview &
  typeof reference &
  typeof requests &
  typeof reservations &
  typeof service &
  typeof settings &
  typeof signIn &
  typeof team &
  typeof users
