/**
 * The queries of the lists that *Overview* shows or counts. One value for the page and for the server, which names these reads in
 * the document: the browser reuses an answer only for exactly the same URL.
 */
export const overviewReads = {
  openJobs: { page: 1, pageSize: 20, state: 'open' },
  failedJobs: { page: 1, pageSize: 5, state: 'attention' },
  waitingPasswords: { page: 1, pageSize: 10, state: 'passwords' },
  lostReservations: { pageSize: 100, state: 'taken', sort: 'until', order: 'desc' },
  pendingRequests: { pageSize: 1, state: 'pending' },
  overdueRequests: { pageSize: 1, overdue: '1' },
} as const
