import { termsOf } from "../retrieval/terms"

export type Language = "en" | "de" | "fr" | "es" | "tr" | "ar" | "zh"

/** Function words, question words, and words about reading that a question has and an answer has not. */
const functionWords: Readonly<Record<Exclude<Language, "zh">, string>> = {
  en: `a about above after all also am an and any are as at be been before being below between both but by can could
    did do does doing down during each either every few for from further get had has have having he her here hers
    him his how i if in into is it its just may me might more most must my neither no nor not of off on once only
    or other our out over own per same shall she should so some such than that the their them then there these
    they this those through to too under until up upon us very was we were what when where whether which while
    who whom whose why will with within would you your
    amount far high large long much old
    answer describe discuss document documents explain find give list mention name question say says said show
    summarise summarize tell text`,
  de: `aber alle allem allen aller alles als also am an auch auf aus bei beim bis da dann das dass dein dem den denn der
    des die dies diese diesem diesen dieser dieses doch durch ein eine einem einen einer eines er es etwa für gegen
    gibt hat haben hier hinter hoch ihr ihre ihrem ihren im in ist ja jede jedem jeden jeder jedes kann kein keine
    können lang lange man mehr mit muss nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so soll sollen
    über um und uns unter viel viele vom von vor wann war warum was wegen welche welchem welchen welcher welches wem
    wen wenn wer werden wessen wie wird wo wohin wurde wurden zu zum zur zwischen
    beschreibe dokument dokumente dokuments finde frage nenne nennen sage sagt steht zeige`,
  fr: `à ai alors après au aucun aussi autre aux avant avec c ce ceci cela celle celui ces cet cette chaque chez ci comme
    comment combien d dans de depuis des donc dont du elle elles en entre est et été être eu fait faut il ils j je
    l la le les leur leurs lors lui mais me même mes mon n ne ni non nos notre nous on ont ou où par pas pendant peut
    plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si son sont sous
    sur t ta te tous tout toute toutes très tu un une vers vos votre vous y
    élevé hauteur longue montant
    cite décris dit document documents donne indique liste nomme question texte trouve`,
  es: `a al algo alguna alguno algunos ante antes aquel así aun aunque bajo cada como cómo con contra cual cuál cuáles
    cualquier cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde dos durante e el él ella ellas
    ellos en entre era es esa ese eso esta está están estas este esto estos fue ha han hasta hay la las le les lo los
    más me mi mientras muy nada ni no nos o os otra otro para pero por porque qué que quién quiénes quien se según
    ser si sí sin sobre son su sus también tan tanto te tiene tienen toda todas todo todos tras tu un una unas uno
    unos y ya
    alto falta hace importe larga
    cita describe dice documento documentos encuentra indica lista nombra pregunta texto`,
  tr: `acaba ama ancak bana bazı ben beri bile bir biri birkaç biz bu buna bunlar bunu bunun çok çünkü da daha dahi de
    defa değil diye dolayı en gibi göre hangi hangisi hem hep hepsi her herkes hiç için ile ise kaç kadar kendi kez
    ki kim kime kimi kimin mı mi mu mü nasıl ne neden nedir nelerdir nerede nereye neyi niçin niye o olan olarak
    oldu olduğu olur ona onlar onu onun sen siz şey şu tüm ve veya ya yani yoksa zaman
    belge belgede belgeler belirt bul göster listele metin soru söyle yaz`,
  ar: `أن إن أو أي أين إذا إلى الذي التي الذين على عن عند في قد كان كانت كل كم كما كيف لا لم لماذا لن له لها ليس ما
    ماذا متى مع من منذ نعم هذا هذه هل هناك هو هي هم وما ومن ومتى وكم وأين وكيف وهل يكون تكون التى ذلك تلك بين بعد
    قبل حتى غير
    اذكر الوثيقة المستند النص السؤال حدد`,
}
const words = new Map(
  Object.entries(functionWords).map(
    ([language, list]) => [language as Language, new Set(termsOf(list))] as const,
  ),
)
const none: ReadonlySet<string> = new Set()

/**
 * The language that a question is asked in, as far as its script and function words tell; else English. Japanese has
 * no list of its own here and counts as English, whose words it does not hold.
 */
export function languageOf(text: string): Language {
  if (/\p{Script=Arabic}/u.test(text)) return "ar"
  if (/\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "zh"
  const terms = [...termsOf(text)]
  let best: Language = "en"
  let most = 0
  for (const [language, known] of words) {
    const count = terms.filter((term) => known.has(term)).length
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}

/** The terms of a language that say nothing of what is asked for. */
export function functionTermsOf(language: Language): ReadonlySet<string> {
  return words.get(language) ?? none
}
