import { expect, test } from 'vitest'
import { translator } from '#web/i18n/catalogue.ts'
import { recordedFields } from '#web/audit/recorded-fields.ts'
import { recordedText } from '#web/audit/recorded-text.ts'
import en from '#web/messages/en.json'
import zh from '#web/messages/zh.json'

test.each([
  ['user.change', 'role supervisor, disabled', 'Role: Supervisor, Disabled', '角色：主管，已停用'],
  ['user.change', 'second factor removed', 'Second factor removed', '已移除双重验证'],
  ['inventory.export', '1 rows', '1 row', '1 行'],
  ['job.report', '12 rows, failed', '12 rows, Not created', '12 行，未创建'],
  ['threshold.change', 'free 10, days 1', 'Fewer than 10 free, Within 1 day', '空闲少于 10 个，1 天内'],
  [
    'threshold.change',
    'none → free 10, days 1',
    'No threshold → Fewer than 10 free, Within 1 day',
    '无阈值 → 空闲少于 10 个，1 天内',
  ],
  ['threshold.acknowledge', '24 hours', 'For 24 hours', '24 小时'],
  ['request.ask', 'delete: free 10, disabled', 'Delete: free 10, disabled', '删除：free 10, disabled'],
  ['request.change', 'delete, sent, free 10', 'Delete, Sent, free 10', '删除, 已发送, free 10'],
  ['inventory.export', '3 chosen', '3 selected', '已选 3 个'],
  ['agent.import', '1 lines', '1 row', '1 行'],
  ['code.name', '4 codes', '4 codes', '4 个代码'],
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
    '每秒最多创建数：0 → 5，启用已弃用的创建接口（接口 10）：否 → 是',
  ],
  ['view.change', { name: ['Mine', 'Ours'] }, 'Name: Mine → Ours', '名称：Mine → Ours'],
  [
    'code.name',
    { en: ['–', 'Softphone'], note: ['a', 'b'] },
    'English name: – → Softphone, Note: a → b',
    '英文名称：– → Softphone，备注：a → b',
  ],
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
