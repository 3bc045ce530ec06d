// Written by scripts/template-list.ts.
import accessibleBlock1 from './templates/accessible-block/1.json' with { type: 'json' }
import accessibleBlock3 from './templates/accessible-block/3.json' with { type: 'json' }
import arcade1 from './templates/arcade/1.json' with { type: 'json' }
import bigStack1 from './templates/big-stack/1.json' with { type: 'json' }
import bigStack3 from './templates/big-stack/3.json' with { type: 'json' }
import bounce1 from './templates/bounce/1.json' with { type: 'json' }
import bounce3 from './templates/bounce/3.json' with { type: 'json' }
import boxed1 from './templates/boxed/1.json' with { type: 'json' }
import boxed3 from './templates/boxed/3.json' with { type: 'json' }
import brush1 from './templates/brush/1.json' with { type: 'json' }
import build1 from './templates/build/1.json' with { type: 'json' }
import build3 from './templates/build/3.json' with { type: 'json' }
import chatBubble1 from './templates/chat-bubble/1.json' with { type: 'json' }
import chatBubble3 from './templates/chat-bubble/3.json' with { type: 'json' }
import chrome1 from './templates/chrome/1.json' with { type: 'json' }
import chrome3 from './templates/chrome/3.json' with { type: 'json' }
import cinema1 from './templates/cinema/1.json' with { type: 'json' }
import cinema3 from './templates/cinema/3.json' with { type: 'json' }
import cleanLine1 from './templates/clean-line/1.json' with { type: 'json' }
import cleanLine3 from './templates/clean-line/3.json' with { type: 'json' }
import cleanLine4 from './templates/clean-line/4.json' with { type: 'json' }
import cleanLine5 from './templates/clean-line/5.json' with { type: 'json' }
import comic1 from './templates/comic/1.json' with { type: 'json' }
import documentary1 from './templates/documentary/1.json' with { type: 'json' }
import documentary3 from './templates/documentary/3.json' with { type: 'json' }
import duoOutline1 from './templates/duo-outline/1.json' with { type: 'json' }
import duoOutline3 from './templates/duo-outline/3.json' with { type: 'json' }
import editorial1 from './templates/editorial/1.json' with { type: 'json' }
import editorial3 from './templates/editorial/3.json' with { type: 'json' }
import editorial4 from './templates/editorial/4.json' with { type: 'json' }
import editorial5 from './templates/editorial/5.json' with { type: 'json' }
import editorial6 from './templates/editorial/6.json' with { type: 'json' }
import followPill1 from './templates/follow-pill/1.json' with { type: 'json' }
import followPill3 from './templates/follow-pill/3.json' with { type: 'json' }
import frosted1 from './templates/frosted/1.json' with { type: 'json' }
import frosted2 from './templates/frosted/2.json' with { type: 'json' }
import frosted3 from './templates/frosted/3.json' with { type: 'json' }
import glitch1 from './templates/glitch/1.json' with { type: 'json' }
import glitch3 from './templates/glitch/3.json' with { type: 'json' }
import halo1 from './templates/halo/1.json' with { type: 'json' }
import halo3 from './templates/halo/3.json' with { type: 'json' }
import handwritten1 from './templates/handwritten/1.json' with { type: 'json' }
import handwritten3 from './templates/handwritten/3.json' with { type: 'json' }
import headline1 from './templates/headline/1.json' with { type: 'json' }
import headline3 from './templates/headline/3.json' with { type: 'json' }
import hollow1 from './templates/hollow/1.json' with { type: 'json' }
import hollow3 from './templates/hollow/3.json' with { type: 'json' }
import hollow4 from './templates/hollow/4.json' with { type: 'json' }
import karaoke1 from './templates/karaoke/1.json' with { type: 'json' }
import karaokeStage1 from './templates/karaoke-stage/1.json' with { type: 'json' }
import karaokeSweep1 from './templates/karaoke-sweep/1.json' with { type: 'json' }
import lineFocus1 from './templates/line-focus/1.json' with { type: 'json' }
import lineFocus3 from './templates/line-focus/3.json' with { type: 'json' }
import lineFocus4 from './templates/line-focus/4.json' with { type: 'json' }
import marker1 from './templates/marker/1.json' with { type: 'json' }
import marker3 from './templates/marker/3.json' with { type: 'json' }
import neon1 from './templates/neon/1.json' with { type: 'json' }
import neon3 from './templates/neon/3.json' with { type: 'json' }
import neon4 from './templates/neon/4.json' with { type: 'json' }
import oneWordPop1 from './templates/one-word-pop/1.json' with { type: 'json' }
import podcastDuo1 from './templates/podcast-duo/1.json' with { type: 'json' }
import podcastDuo3 from './templates/podcast-duo/3.json' with { type: 'json' }
import podcastDuo4 from './templates/podcast-duo/4.json' with { type: 'json' }
import podcastDuo5 from './templates/podcast-duo/5.json' with { type: 'json' }
import priceTag1 from './templates/price-tag/1.json' with { type: 'json' }
import priceTag3 from './templates/price-tag/3.json' with { type: 'json' }
import priceTag4 from './templates/price-tag/4.json' with { type: 'json' }
import quoteCard1 from './templates/quote-card/1.json' with { type: 'json' }
import quoteCard3 from './templates/quote-card/3.json' with { type: 'json' }
import receipt1 from './templates/receipt/1.json' with { type: 'json' }
import receipt3 from './templates/receipt/3.json' with { type: 'json' }
import receipt4 from './templates/receipt/4.json' with { type: 'json' }
import retro1 from './templates/retro/1.json' with { type: 'json' }
import retro3 from './templates/retro/3.json' with { type: 'json' }
import riseAndFall1 from './templates/rise-and-fall/1.json' with { type: 'json' }
import riseAndFall3 from './templates/rise-and-fall/3.json' with { type: 'json' }
import scoreboard1 from './templates/scoreboard/1.json' with { type: 'json' }
import scramble1 from './templates/scramble/1.json' with { type: 'json' }
import scramble3 from './templates/scramble/3.json' with { type: 'json' }
import serifPunch1 from './templates/serif-punch/1.json' with { type: 'json' }
import serifPunch3 from './templates/serif-punch/3.json' with { type: 'json' }
import serifPunch4 from './templates/serif-punch/4.json' with { type: 'json' }
import shimmer1 from './templates/shimmer/1.json' with { type: 'json' }
import shimmer3 from './templates/shimmer/3.json' with { type: 'json' }
import shimmer4 from './templates/shimmer/4.json' with { type: 'json' }
import shopSign1 from './templates/shop-sign/1.json' with { type: 'json' }
import shopSign3 from './templates/shop-sign/3.json' with { type: 'json' }
import sticker1 from './templates/sticker/1.json' with { type: 'json' }
import sunset1 from './templates/sunset/1.json' with { type: 'json' }
import sunset3 from './templates/sunset/3.json' with { type: 'json' }
import terminal1 from './templates/terminal/1.json' with { type: 'json' }
import terminal3 from './templates/terminal/3.json' with { type: 'json' }
import terminal4 from './templates/terminal/4.json' with { type: 'json' }
import terminal5 from './templates/terminal/5.json' with { type: 'json' }
import ticket1 from './templates/ticket/1.json' with { type: 'json' }
import ticket3 from './templates/ticket/3.json' with { type: 'json' }
import typewriter1 from './templates/typewriter/1.json' with { type: 'json' }
import typewriter3 from './templates/typewriter/3.json' with { type: 'json' }
import typewriter4 from './templates/typewriter/4.json' with { type: 'json' }
import typewriter5 from './templates/typewriter/5.json' with { type: 'json' }
import wave1 from './templates/wave/1.json' with { type: 'json' }
import type { Template } from './template.ts'

/** The files of each template from old to new, templates in display order. */
export const TEMPLATE_FILES: readonly (readonly Pick<Template, 'id' | 'version'>[])[] = [
  [karaoke1],
  [followPill1, followPill3],
  [bounce1, bounce3],
  [oneWordPop1],
  [build1, build3],
  [cleanLine1, cleanLine3, cleanLine4, cleanLine5],
  [frosted1, frosted2, frosted3],
  [boxed1, boxed3],
  [accessibleBlock1, accessibleBlock3],
  [sunset1, sunset3],
  [shimmer1, shimmer3, shimmer4],
  [chrome1, chrome3],
  [neon1, neon3, neon4],
  [halo1, halo3],
  [duoOutline1, duoOutline3],
  [hollow1, hollow3, hollow4],
  [marker1, marker3],
  [chatBubble1, chatBubble3],
  [terminal1, terminal3, terminal4, terminal5],
  [ticket1, ticket3],
  [glitch1, glitch3],
  [editorial1, editorial3, editorial4, editorial5, editorial6],
  [serifPunch1, serifPunch3, serifPunch4],
  [lineFocus1, lineFocus3, lineFocus4],
  [cinema1, cinema3],
  [quoteCard1, quoteCard3],
  [priceTag1, priceTag3, priceTag4],
  [receipt1, receipt3, receipt4],
  [karaokeStage1],
  [bigStack1, bigStack3],
  [karaokeSweep1],
  [headline1, headline3],
  [sticker1],
  [scoreboard1],
  [handwritten1, handwritten3],
  [brush1],
  [retro1, retro3],
  [podcastDuo1, podcastDuo3, podcastDuo4, podcastDuo5],
  [typewriter1, typewriter3, typewriter4, typewriter5],
  [wave1],
  [scramble1, scramble3],
  [arcade1],
  [comic1],
  [documentary1, documentary3],
  [riseAndFall1, riseAndFall3],
  [shopSign1, shopSign3],
]
