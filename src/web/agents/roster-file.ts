import Papa from 'papaparse'
import * as z from 'zod/mini'
import { agentFields, rosterRow, type RosterRow } from '#contract/agents.ts'

const fields = ['agentUuid', ...agentFields] as const
type RosterField = (typeof fields)[number]

/** Headers in either language, in lower case without spaces and marks. */
const headers: Readonly<Record<RosterField, readonly string[]>> = {
  agentUuid: ['agentuuid', 'uuid', '坐席uuid'],
  workNumber: [
    'worknumber',
    'workno',
    'employeenumber',
    'employeeid',
    'agentid',
    '工号',
    '坐席工号',
    '员工号',
  ],
  name: ['name', 'fullname', 'agentname', '姓名', '坐席姓名', '名字'],
  department: ['department', 'dept', 'depart', '部门'],
  email: ['email', 'mail', '邮箱', '电子邮件'],
  phoneModel: ['phonemodel', 'phone', '话机型号', '话机'],
  note: ['note', 'notes', 'remark', 'remarks', '备注'],
}
const plainHeader = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-.]/g, '')
/** An apostrophe before what a spreadsheet would run, as exports write it. */
const disarmed = /^'(?=[=+\-@\t\r\n＝＋－＠])/

export interface RosterLine {
  /** Below the header, from 1. */
  line: number
  /** Null where `wrong` names the field that cannot be used. */
  row: RosterRow | null
  wrong: RosterField | null
}

/** Reads a roster with a header line, from a file or pasted cells; null when no column identifies people. */
export function readRoster(text: string): RosterLine[] | null {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' })
  const [head = [], ...rows] = data
  const columns = head.map((header) => fields.find((field) => headers[field].includes(plainHeader(header))))
  if (!columns.includes('agentUuid') && !columns.includes('workNumber')) return null
  return rows.map((cells, index) => {
    const values = columns.flatMap((field, at) => {
      const value = (cells[at] ?? '').trim().replace(disarmed, '')
      return field === undefined || value === '' ? [] : [[field, value] as const]
    })
    const read = z.safeParse(rosterRow, Object.fromEntries(values))
    const wrong = read.success
      ? null
      : (fields.find((field) => field === read.error.issues[0]?.path[0]) ?? 'workNumber')
    return { line: index + 1, row: read.data ?? null, wrong }
  })
}
