import { expect, test } from 'vitest'
import type { Values } from '#contract/audit.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { eventCaption } from '#web/entities/audit/event-caption.ts'
import { eventDetails } from '#web/entities/audit/event-details.ts'
import { absoluteTime } from '#web/ui/text/time-text.ts'
import { en, zh } from '../all-messages.ts'

const change = (before: unknown, after: unknown) => ({ before, after })
const event = (action: string, values: Values = {}, reason: string | null = null, result = 'done') => ({
  action,
  values,
  reason,
  result,
})
const tenOClock = Date.UTC(2026, 11, 5, 10)

test.each([
  [event('user.invite', { role: 'supervisor' }), 'Invited as supervisor', null, '邀请为主管', null],
  [
    event('user.role', {
      role: change('supervisor', 'admin'),
      departments: change(['A; B'], null),
      pools: change(['Near'], null),
    }),
    'Role changed: Supervisor → Administrator',
    'Departments: A; B → no limit · Pools: Near → no limit',
    '角色：主管 → 管理员',
    '部门：A; B → 不限 · 号码池：Near → 不限',
  ],
  [
    event('user.limit', { departments: change(null, ['Sales', 'Support']), pools: change(null, []) }),
    'Limit changed',
    'Departments: no limit → Sales, Support · Pools: no limit → –',
    '修改限定范围',
    '部门：不限 → Sales，Support · 号码池：不限 → –',
  ],
  [
    event('user.reset-password', { secondFactorRemoved: true }),
    'Password reset',
    'Second factor removed',
    '重置密码',
    '移除两步验证',
  ],
  [
    event('agent.change', { kind: change('person', 'resource') }),
    'Entry in People corrected',
    'Who or what: Person → Line or room',
    '更正人员条目',
    '类型：人员 → 线路或房间',
  ],
  [
    event('agent.export', { state: 'none', kind: 'resource', rows: 3 }),
    'People exported',
    'State: No number · Who or what: Line or room · 3 rows',
    '导出人员',
    '状态：无号码 · 类型：线路或房间 · 3 行',
  ],
  [
    event('account.rename', { name: change('Bo', 'Bob') }),
    'Own name changed',
    'Name: Bo → Bob',
    '修改自己的姓名',
    '名称：Bo → Bob',
  ],
  [
    event('extension.reveal', {}, 'free 10, rows'),
    'Password revealed',
    'Reason: free 10, rows',
    '查看密码',
    '原因：free 10, rows',
  ],
  [
    event('request.ask', { kind: 'delete' }, 'sent'),
    'Change requested',
    'Delete · Reason: sent',
    '提出申请',
    '删除 · 原因：sent',
  ],
  [
    event('request.assign', { kind: 'delete', assignee: 'Ada Lo' }),
    'Service request assigned',
    'Delete · Assigned to: Ada Lo',
    '分配申请',
    '删除 · 分配给：Ada Lo',
  ],
  [
    event('request.finish', { kind: 'delete', note: 'by phone' }),
    'Service request marked as done',
    'Delete · Note: by phone',
    '申请标记为已完成',
    '删除 · 备注：by phone',
  ],
  [
    event('threshold.change', { leastFree: change(null, 10), leastDays: change(3, null) }),
    'Threshold changed',
    'No threshold → Fewer than 10 free · Within 3 days → No threshold',
    '修改告警阈值',
    '无阈值 → 空闲少于 10 个 · 3 天内 → 无阈值',
  ],
  [
    event('threshold.change', { leastFree: change(10, null), removed: true }),
    'Threshold removed',
    'Fewer than 10 free → No threshold',
    '移除告警阈值',
    '空闲少于 10 个 → 无阈值',
  ],
  [
    event('pool.add', { name: 'Sales', numbers: '60-69', owner: null, purpose: null, alertBelow: 2 }),
    'Pool created',
    'Name: Sales · Numbers: 60-69 · Alert when free numbers fall below: 2',
    '创建号码池',
    '名称：Sales · 号码：60-69 · 空闲号码少于该数量时告警：2',
  ],
  [
    event('extension.label', { labels: change([], ['spare']) }),
    'Extension labels or note changed',
    'Labels: – → spare',
    '修改分机标签或备注',
    '标签：– → spare',
  ],
  [
    event('reservation.extend', { until: tenOClock }),
    'Reservation extended',
    `until ${absoluteTime(tenOClock, 'en')}`,
    '延长预留',
    `至 ${absoluteTime(tenOClock, 'zh')}`,
  ],
  [
    event('settings.change', { jobRate: change(0, 5), legacyCreate: change(false, true) }),
    'Settings changed',
    'Maximum creations per second: 0 → 5 · Enable the deprecated create operation (operation 10): no → yes',
    '修改设置',
    '每秒最多创建数：0 → 5 · 启用已弃用的创建操作（操作 10）：否 → 是',
  ],
  [
    event('job.report', { state: 'failed', rows: 12 }),
    "Download of a job's report",
    'Not created · 12 rows',
    '下载任务报告',
    '未创建 · 12 行',
  ],
  [event('inventory.export', { rows: 1 }), 'Numbers exported', 'All · 1 row', '导出号码', '全部 · 1 行'],
  [
    event('agent.export', { state: 'none' }),
    'People exported',
    'State: No number',
    '导出人员',
    '状态：无号码',
  ],
  [
    event('inventory.export', { ext: '10', state: 'free' }),
    'Numbers exported',
    'Number: 10 · State: Free',
    '导出号码',
    '分机号：10 · 状态：空闲',
  ],
  [
    event('request.export', { kind: 'delete', overdue: '1', rows: 2 }),
    'Service requests exported',
    'Change: Delete · Overdue: yes · 2 rows',
    '导出申请',
    '变更：删除 · 逾期：是 · 2 行',
  ],
  [
    event('audit.export', { action: 'job.pause' }),
    'Audit log exported',
    'Action: Job paused',
    '导出审计记录',
    '操作：暂停任务',
  ],
  [event('audit.begin'), 'Console started', null, '控制台启动', null],
] as const)('says what happened in %j', (recorded, caption, details, chineseCaption, chineseDetails) => {
  const [english, chinese] = [translator('en', en), translator('zh', zh)]
  expect([eventCaption(english, recorded), eventDetails(english, 'en', recorded)]).toEqual([caption, details])
  expect([eventCaption(chinese, recorded), eventDetails(chinese, 'zh', recorded)]).toEqual([
    chineseCaption,
    chineseDetails,
  ])
})

test('says a person by name, and by ID without one', () => {
  const t = translator('en', en)
  const moved = event('reservation.move', { agent: 'a-1' })
  expect([eventDetails(t, 'en', moved, () => 'Ada Lo'), eventDetails(t, 'en', moved)]).toEqual([
    'Ada Lo',
    'a-1',
  ])
})
