/** The captions of the contact sheet: the same rhythm in every script. */
import type { CaptionTrack, CaptionWord } from '#features/rendering/model/index.ts'

const WORD_MS = 400
/** An entrance, the first words, the keyword, and the end of a caption. */
export const MOMENTS = [90, 700, 1_560, 2_300] as const

/** Three captions: one with a keyword, a longer one, and a single word. */
export const ENGLISH = trackOf('en', 'ltr', [
  ['This', 'is', 'how', 'nobody', 'edits', 'anymore'],
  ['and', 'it', 'takes', 'about', 'thirty', 'seconds,', 'honestly'],
  ['Watch!'],
])

/** A caption in each script, with its language's most common traps. */
export const SCRIPTS = {
  russian: trackOf('ru', 'ltr', [['Так', 'уже', 'никто', 'не', 'монтирует', 'щёлкни']]),
  greek: trackOf('el', 'ltr', [['Έτσι', 'δεν', 'το', 'κάνει', 'κανείς', 'πια']]),
  polish: trackOf('pl', 'ltr', [['Żółć', 'gęślą', 'jaźń', 'Łódź', 'już', 'dziś']]),
  arabic: trackOf('ar', 'rtl', [['هكذا', 'لا', 'أحد', 'يحرر', 'الفيديو', 'اليوم']]),
  hebrew: trackOf('he', 'rtl', [['ככה', 'אף', 'אחד', 'לא', 'עורך', 'היום!']]),
  hindi: trackOf('hi', 'ltr', [['अब', 'कोई', 'ऐसे', 'वीडियो', 'नहीं', 'बनाता']]),
  thai: trackOf('th', 'ltr', [['ตอนนี้', 'ไม่มี', 'ใคร', 'ตัดต่อ', 'แบบนี้', 'แล้ว']], true),
  japanese: trackOf('ja', 'ltr', [['もう', '誰も', 'こんな', '編集は', 'して', 'いません。']], true),
  korean: trackOf('ko', 'ltr', [['이제', '아무도', '이렇게', '편집하지', '않아요', '정말로']]),
  chinese: trackOf('zh', 'ltr', [['现在', '没有人', '这样', '剪辑', '视频', '了。']], true),
  emoji: trackOf('en', 'ltr', [['So', 'good', '🔥', 'right', '👨‍👩‍👧‍👦', 'now🚀']]),
} as const satisfies Record<string, CaptionTrack>

function trackOf(
  language: string,
  direction: CaptionTrack['direction'],
  texts: readonly (readonly string[])[],
  isUnspaced = false,
): CaptionTrack {
  let start = 0
  const captions = texts.map((words) => {
    const caption = {
      fromMs: start,
      toMs: start + words.length * WORD_MS,
      patches: [],
      words: words.map((text, at): CaptionWord => ({
        text,
        joined: isUnspaced && at > 0,
        breakBefore: false,
        t0: start + at * WORD_MS,
        t1: start + (at + 1) * WORD_MS,
        tags: at === 3 ? ['keyword'] : [],
      })),
    }
    start = caption.toMs
    return caption
  })
  return { language, direction, captions }
}
