import { expect, test } from 'vitest'
import { translator } from '#web/i18n/catalogue.ts'
import { recordedFields } from '#web/entities/audit/recorded-fields.ts'
import { eventCaption } from '#web/entities/audit/event-caption.ts'
import { eventDetails } from '#web/entities/audit/event-details.ts'
import { recordedText } from '#web/entities/audit/recorded-text.ts'
import { absoluteTime } from '#web/ui/text/time-text.ts'
import { en, zh } from '../all-messages.ts'

test.each([
  ['user.reset-password', 'second factor removed', 'Second factor removed', '移除两步验证'],
  ['inventory.export', '1 rows', '1 row', '1 行'],
  ['job.report', '12 rows, failed', '12 rows, Not created', '12 行，未创建'],
  ['threshold.change', 'free 10, days 1', 'Fewer than 10 free, Within 1 day', '空闲少于 10 个，1 天内'],
  [
    'threshold.change',
    'none → free 10, days 1',
    'No threshold → Fewer than 10 free, Within 1 day',
    '无阈值 → 空闲少于 10 个，1 天内',
  ],
  ['inventory.export', '3 chosen', '3 selected', '已选 3 个'],
  ['agent.import', '1 lines', '1 row', '1 行'],
  ['pool.add', 'name: Sales; numbers: 60-69', 'Name: Sales; Numbers: 60-69', '名称：Sales; 号码：60-69'],
  ['extension.label', 'labels: – → spare', 'Labels: – → spare', '标签：– → spare'],
  ['extension.reveal', 'disabled, 12 hours', 'disabled, 12 hours', 'disabled, 12 hours'],
] as const)('shows the text of %s: "%s" as "%s" and "%s"', (action, text, english, chinese) => {
  expect(recordedText(translator('en', en), action, text)).toBe(english)
  expect(recordedText(translator('zh', zh), action, text)).toBe(chinese)
})

test.each([
  ['inventory.export', {}, 'All', '全部'],
  ['inventory.export', { ext: '10', state: 'free' }, 'Number: 10, State: Free', '分机号：10，状态：空闲'],
  ['agent.export', { state: 'none' }, 'State: No number', '状态：无号码'],
  [
    'request.export',
    { kind: 'delete', overdue: '1' },
    'Change: Delete, Overdue: yes',
    '变更：删除，逾期：是',
  ],
  ['audit.export', { action: 'job.pause' }, 'Action: Job paused', '操作：暂停任务'],
  ['settings.change', { jobRate: 5 }, 'Maximum creations per second: 5', '每秒最多创建数：5'],
  [
    'settings.change',
    { jobRate: [0, 5], legacyCreate: [false, true] },
    'Maximum creations per second: 0 → 5, Enable the deprecated create operation (operation 10): no → yes',
    '每秒最多创建数：0 → 5，启用已弃用的创建操作（操作 10）：否 → 是',
  ],
  [
    'user.limit',
    { departments: [null, 'Sales, Support'], pools: [null, ''] },
    'Departments: no limit → Sales, Support, Pools: no limit → –',
    '部门：不限 → Sales, Support，号码池：不限 → –',
  ],
  ['view.change', { name: ['Mine', 'Ours'] }, 'Name: Mine → Ours', '名称：Mine → Ours'],
  ['view.change', { shared: true }, 'Show to all users: yes', '对所有用户可见：是'],
] as const)('shows the fields of %s: %j as "%s" and "%s"', (action, fields, english, chinese) => {
  const text = JSON.stringify(fields)
  expect(recordedFields(translator('en', en), 'en', action, text)).toBe(english)
  expect(recordedFields(translator('zh', zh), 'zh', action, text)).toBe(chinese)
})

test('returns undefined for text that is no JSON object', () => {
  for (const text of ['1000', '{', '"ext"', '[1]'])
    expect(recordedFields(translator('en', en), 'en', 'inventory.export', text)).toBeUndefined()
})

const event = (action: string, reason: string | null, result: string | null = 'done', actorId = 'u') => ({
  action,
  reason,
  result,
  actorId,
})

test.each([
  [event('user.invite', 'supervisor'), 'Invited as supervisor', null, '邀请为主管', null],
  [
    event('user.role', 'supervisor → admin'),
    'Role changed: Supervisor → Administrator',
    null,
    '角色：主管 → 管理员',
    null,
  ],
  [
    event('user.role', 'supervisor → admin; {"departments":["A; B",null],"pools":["Near",null]}'),
    'Role changed: Supervisor → Administrator',
    'Departments: A; B → no limit, Pools: Near → no limit',
    '角色：主管 → 管理员',
    '部门：A; B → 不限，号码池：Near → 不限',
  ],
  [event('user.disable', null), 'User disabled', null, '停用用户', null],
  [event('account.rename', 'Bo → Bob'), 'Own name changed', 'Bo → Bob', '修改自己的姓名', 'Bo → Bob'],
  [
    event('session.ask-code', null),
    'Password accepted, second factor asked',
    null,
    '密码正确，要求两步验证',
    null,
  ],
  [
    event('extension.reveal', 'a new phone'),
    'Password revealed',
    'Reason: a new phone',
    '查看密码',
    '原因：a new phone',
  ],
  [
    event('request.ask', 'delete: free 10, sent'),
    'Change requested',
    'Delete · Reason: free 10, sent',
    '提出服务请求',
    '删除 · 原因：free 10, sent',
  ],
  [
    event('request.assign', 'delete: Ada Lo'),
    'Service request assigned',
    'Delete · Ada Lo',
    '分配服务请求',
    '删除 · Ada Lo',
  ],
  [
    event('request.send', 'delete'),
    'Service request marked as sent',
    'Delete',
    '服务请求标记为已发送',
    '删除',
  ],
  [
    event('request.finish', 'delete: by phone'),
    'Service request marked as done',
    'Delete · Note: by phone',
    '服务请求标记为已完成',
    '删除 · 备注：by phone',
  ],
  [event('threshold.change', 'none'), 'Threshold removed', null, '移除告警阈值', null],
  [event('audit.begin', null), 'Console started', null, '控制台启动', null],
  [
    event('audit.begin', 'store error'),
    'Audit continued after an error of the store',
    null,
    '存储出错后审计继续',
    null,
  ],
  [
    event('audit.begin', null, '[]', 'command-line'),
    'Command run on the server',
    null,
    '在服务器上运行命令',
    null,
  ],
  [
    event('reservation.extend', '2026-12-05T10:00:00.000Z'),
    'Reservation extended',
    `until ${absoluteTime(Date.UTC(2026, 11, 5, 10), 'en')}`,
    '延长预留',
    `至 ${absoluteTime(Date.UTC(2026, 11, 5, 10), 'zh')}`,
  ],
] as const)('says what happened in %j', (recorded, caption, details, chineseCaption, chineseDetails) => {
  const [english, chinese] = [translator('en', en), translator('zh', zh)]
  expect([eventCaption(english, recorded), eventDetails(english, 'en', recorded)]).toEqual([caption, details])
  expect([eventCaption(chinese, recorded), eventDetails(chinese, 'zh', recorded)]).toEqual([
    chineseCaption,
    chineseDetails,
  ])
})
