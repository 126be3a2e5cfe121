import { spdRag } from "spd-rag"
import { offline, offlineCoordinator } from "spd-rag/offline"
import { describe, expect, it } from "vitest"
import { languageOf } from "../../src/offline/languages"

interface Case {
  readonly language: string
  /** Long enough that sentences tell apart. */
  readonly text: string
  /** Question, and a word of the sentence that answers it. */
  readonly answered: readonly (readonly [string, string])[]
  readonly absent: string
  /** Two sentences, and a question that one of them answers. */
  readonly short: readonly [string, string, string]
  readonly line: string
}

const cases: readonly Case[] = [
  {
    language: "en",
    text: "This agreement is made between Acton Ltd and Beta Inc. The monthly rent is 900 euros and falls due on the first day. The lease ends on 31 March 2027 unless it is renewed. Either party may terminate with a notice period of three months. The tenant keeps the rooms in good repair at all times. Disputes are heard by the courts of Dublin alone.",
    answered: [
      ["How high is the monthly rent?", "900"],
      ["What is the notice period for termination?", "three months"],
      ["Which courts hear disputes?", "Dublin"],
    ],
    absent: "Who insures the building against fire?",
    short: ["The rent is 900 euros. The lease ends in March.", "How high is the rent?", "900"],
    line: "1 of 1 document answers this.",
  },
  {
    language: "de",
    text: "Dieser Vertrag wird zwischen der Acton GmbH und der Beta AG geschlossen. Die monatliche Miete beträgt 900 Euro und ist am ersten Werktag fällig. Das Mietverhältnis endet am 31. März 2027, sofern es nicht verlängert wird. Jede Partei kann mit einer Kündigungsfrist von drei Monaten kündigen. Der Mieter hält die Räume stets in gutem Zustand. Für Streitigkeiten sind allein die Gerichte in Wien zuständig.",
    answered: [
      ["Wie hoch ist die monatliche Miete?", "900"],
      ["Welche Kündigungsfristen gelten für die Parteien?", "drei Monaten"],
      ["Welches Gericht ist für Streitigkeiten zuständig?", "Wien"],
    ],
    absent: "Wer versichert das Gebäude gegen Feuer?",
    short: ["Die Miete beträgt 900 Euro. Der Vertrag endet im März.", "Wie hoch ist die Miete?", "900"],
    line: "1 von 1 Dokument beantwortet dies.",
  },
  {
    language: "fr",
    text: "Le présent contrat est conclu entre la société Acton et la société Beta. Le loyer mensuel est de 900 euros et il est exigible le premier jour ouvré. Le bail prend fin le 31 mars 2027 sauf renouvellement. Chaque partie peut résilier le contrat avec un préavis de trois mois. Le locataire maintient les locaux en bon état. Les litiges relèvent des seuls tribunaux de Lyon.",
    answered: [
      ["Quel est le loyer mensuel ?", "900"],
      ["Quelle est la durée du préavis pour résilier ?", "trois mois"],
      ["Quel tribunal juge les litiges ?", "Lyon"],
    ],
    absent: "Qui assure le bâtiment contre l'incendie ?",
    short: ["Le loyer est de 900 euros. Le bail prend fin en mars.", "Quel est le montant du loyer ?", "900"],
    line: "1 sur 1 document y répond.",
  },
  {
    language: "es",
    text: "El presente contrato se celebra entre la sociedad Acton y la sociedad Beta. La renta mensual es de 900 euros y se paga el primer día hábil. El arrendamiento termina el 31 de marzo de 2027 salvo renovación. Cada parte puede rescindir el contrato con un preaviso de tres meses. El inquilino mantiene los locales en buen estado. Los litigios corresponden a los tribunales de Sevilla.",
    answered: [
      ["¿Cuál es la renta mensual?", "900"],
      ["¿Qué preaviso hace falta para rescindir?", "tres meses"],
      ["¿Qué tribunal resuelve los litigios?", "Sevilla"],
    ],
    absent: "¿Quién asegura el edificio contra incendios?",
    short: ["La renta es de 900 euros. El contrato termina en marzo.", "¿Cuánto es la renta?", "900"],
    line: "1 de 1 documento responde a esto.",
  },
  {
    language: "tr",
    text: "Bu sözleşme Acton şirketi ile Beta şirketi arasında yapılmıştır. Aylık kira bedeli 900 avro olup ayın ilk iş günü ödenir. Kira ilişkisi yenilenmediği takdirde 31 Mart 2027 tarihinde sona erer. Taraflardan her biri üç aylık ihbar süresi ile sözleşmeyi feshedebilir. Kiracı odaları her zaman iyi durumda tutar. Uyuşmazlıklarda yalnız İzmir mahkemeleri yetkilidir.",
    answered: [
      ["Aylık kira bedeli ne kadar?", "900"],
      ["Fesih için ihbar süresi nedir?", "üç aylık"],
      ["Uyuşmazlıklarda hangi mahkeme yetkili?", "İzmir"],
    ],
    absent: "Binayı yangına karşı kim sigorta eder?",
    short: ["Kira bedeli 900 avrodur. Sözleşme martta sona erer.", "Kira bedeli ne kadar?", "900"],
    line: "1 belgeden 1 tanesi bunu yanıtlıyor.",
  },
  {
    language: "ar",
    text: "أبرم هذا العقد بين شركة أكتون وشركة بيتا. يبلغ الإيجار الشهري 900 يورو ويستحق في أول يوم عمل. ينتهي عقد الإيجار في 31 مارس 2027 ما لم يجدد. يجوز لكل طرف إنهاء العقد بإشعار مدته ثلاثة أشهر. يحافظ المستأجر على الغرف في حالة جيدة. تختص محاكم القاهرة وحدها بالنظر في النزاعات.",
    answered: [
      ["كم يبلغ الإيجار الشهري؟", "900"],
      ["ما هي مدة الإشعار لإنهاء العقد؟", "ثلاثة"],
      ["أي محاكم تختص بالنزاعات؟", "القاهرة"],
    ],
    absent: "من يؤمن المبنى ضد الحريق؟",
    short: ["الإيجار 900 يورو. ينتهي العقد في مارس.", "كم الإيجار؟", "900"],
    line: "1 من 1 من الوثائق تجيب عن هذا.",
  },
  {
    language: "zh",
    text: "本合同由甲方阿克顿公司与乙方贝塔公司签订。每月租金为九百欧元，于每月第一个工作日支付。租赁期限至二〇二七年三月三十一日届满，除非双方续签。任何一方均可提前三个月书面通知解除合同。承租人应当保持房屋状况良好。因本合同发生的争议由上海法院专属管辖。",
    answered: [
      ["每月租金是多少？", "九百"],
      ["解除合同需要提前多久通知？", "三个月"],
      ["争议由哪个法院管辖？", "上海"],
    ],
    absent: "谁为建筑物购买火灾保险？",
    short: ["租金为九百欧元。合同于三月届满。", "租金是多少？", "九百"],
    line: "1 份文件中有 1 份回答了这个问题。",
  },
]

async function answer(text: string, question: string) {
  const rag = spdRag({ ...offline() })
  await rag.add([{ id: "d", title: "T", text }])
  return rag.ask(question)
}

describe.each(cases)("offline stages in $language", ({ language, text, answered, absent, short, line }) => {
  it.each(answered)("%s", async (question, word) => {
    expect(languageOf(question)).toBe(language)
    const { citations, text: written } = await answer(text, question)
    expect(citations[0]?.quote).toContain(word)
    expect(written).toContain(line)
  })

  it("say what is not there", async () => {
    const { documents, citations } = await answer(text, absent)
    expect(documents[0]?.status).toBe("not-found")
    expect(citations).toEqual([])
  })

  it("answer from two sentences", async () => {
    const [document, question, word] = short
    expect((await answer(document, question)).citations[0]?.quote).toContain(word)
  })
})

it.each([
  [
    "Wie hoch ist die Miete und wann endet der Vertrag?",
    ["Wie hoch ist die Miete", "wann endet der Vertrag?"],
  ],
  ["Quel est le loyer et quand finit le bail ?", ["Quel est le loyer", "quand finit le bail ?"]],
  ["¿Cuál es la renta y cuándo termina el contrato?", ["¿Cuál es la renta", "cuándo termina el contrato?"]],
  ["Kira ne kadar ve sözleşme nedir?", ["Kira ne kadar ve sözleşme nedir?"]],
  ["Kira ne kadar ve hangi mahkeme yetkili?", ["Kira ne kadar", "hangi mahkeme yetkili?"]],
  ["كم الإيجار ومتى ينتهي العقد؟", ["كم الإيجار", "متى ينتهي العقد؟"]],
  ["租金是多少，期限是多长？", ["租金是多少", "期限是多长？"]],
  ["Wie hoch ist die Miete und wann wird sie fällig?", ["Wie hoch ist die Miete wann wird sie fällig?"]],
])("cuts the question into its parts: %s", async (question, tasks) => {
  expect((await offlineCoordinator().plan({ question })).tasks).toEqual(tasks)
})
