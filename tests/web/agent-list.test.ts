import { expect, test } from 'vitest'
import { linesOf, namesIn } from '#web/entities/agent/agent-list.ts'

/** What people paste from chats, mails and documents, and the names that are looked up for it. */
const pasted: [string, string[][]][] = [
  ['张伟（主管）', [['张伟 主管', '张伟']]],
  ['Ms. Ingrid Smith', [['Ingrid Smith']]],
  ['1. 李雷,', [['李雷']]],
  [
    '1、李雷\n２）韩梅梅\n(3) 王芳\n④ 赵云\n- Bo Li\n• Bo Li\n[ ] ☐ Bo Li',
    [['李雷'], ['韩梅梅'], ['王芳'], ['赵云'], ['Bo Li'], ['Bo Li'], ['Bo Li']],
  ],
  ['大家好', [[]]],
  ['Hi all,\nthanks!\nBest regards', [[], [], []]],
  ['@王芳\u2005请给号', [['王芳 请给号', '王芳']]],
  ['王芳请给号', [['王芳请给号', '王芳']]],
  ['请给以下同事预留号码：', [[]]],
  ['以下三位需要分机', [[]]],
  ['李雷 10:23', [['李雷']]],
  ['[2026-11-26 10:23] 李雷: 要号', [['李雷: 要号', '李雷']]],
  ['张 伟', [['张 伟', '张', '张伟']]],
  ['张伟 主管', [['张伟 主管', '张伟']]],
  ['李经理', [['李经理']]],
  ['王芳（客服，上海）、李雷', [['王芳 客服 上海', '王芳'], ['李雷']]],
  ['Patel, Ingrid; Smith, John', [['Ingrid Patel'], ['John Smith']]],
  [
    'Ingrid Patel <ingrid@example.com>; 王芳',
    [['Ingrid Patel ingrid@example.com', 'Ingrid Patel'], ['王芳']],
  ],
  ['Ingrid Patel - team lead', [['Ingrid Patel - team lead', 'Ingrid Patel']]],
  ['Ingrid Patel needs a number', [['Ingrid Patel needs a number', 'Ingrid Patel']]],
  [
    '1004\n="0801"\n9348ee74c2cefd4740db23a3b5bf4a0d',
    [['1004'], ['0801'], ['9348ee74c2cefd4740db23a3b5bf4a0d']],
  ],
  ['1004 李雷\n李雷（1004）', [['1004 李雷'], ['李雷 1004', '李雷']]],
  [
    "'t Hart\nO’Neil\nJean-Luc Müller\n阿卜杜拉·买买提",
    [["'t Hart"], ['O’Neil'], ['Jean-Luc Müller'], ['阿卜杜拉·买买提']],
  ],
  ['Could you please reserve one number for each of these people', [[]]],
  ['a1\r\nb2, c3，d4\te5；f6\n\n', [['a1'], ['b2'], ['c3'], ['d4'], ['e5'], ['f6']]],
]

test.each(pasted)('reads the agents in %j', (text, names) => {
  expect(linesOf(text).map((line) => namesIn(line))).toEqual(names)
})

test('keeps a line that is there twice, so that the numbers beside the lines keep their places', () =>
  expect(linesOf('李雷\n李雷\n王芳')).toEqual(['李雷', '李雷', '王芳']))
