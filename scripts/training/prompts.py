"""Sentences for synthetic speech: published queries and sentences, and spoken orders, prices, numbers, spelling."""
import gzip

SIZES = ["small", "medium", "large", "regular", "extra large", "short", "tall", "eight ounce", "twelve ounce",
         "sixteen ounce", "twenty ounce", "double", "single"]
ROASTS = ["light roast", "medium roast", "dark roast", "decaf", "half decaf", "blonde roast", "house blend"]
DRINKS = ["coffee", "americano", "cappuccino", "latte", "mocha", "espresso", "cortado", "flat white", "macchiato",
          "hot chocolate", "chai latte", "green tea", "black tea", "iced coffee", "cold brew", "iced latte",
          "caffe latte", "drip coffee", "steamed milk", "matcha latte", "iced tea", "lemonade"]
SHOTS = ["single shot", "double shot", "triple shot", "one shot", "two shots", "three shots", "an extra shot",
         "four shots", "no shots"]
MILKS = ["whole milk", "skim milk", "two percent milk", "soy milk", "oat milk", "almond milk", "coconut milk", "cream",
         "half and half", "milk", "no milk", "nonfat milk", "lactose free milk"]
SUGARS = ["sugar", "brown sugar", "honey", "sweetener", "splenda", "stevia", "vanilla syrup", "caramel syrup",
          "hazelnut syrup", "white sugar", "raw sugar", "maple syrup", "cinnamon"]
AMOUNTS = ["one", "two", "three", "four", "five", "half a", "a little", "a lot of", "some", "extra", "no", "a bit of"]
OPENERS = ["", "", "", "can i have", "could i get", "i would like", "i'd like", "i'll have", "i want", "please give me",
           "let me get", "may i have", "make me", "i'd love", "can you make me", "give me", "get me"]
CLOSERS = ["", "", "", "please", "thanks", "to go", "for here", "thank you", "to go please"]
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " \
       "seventeen eighteen nineteen".split()
TENS = "x x twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_words(n):
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + (" " + ONES[n % 10] if n % 10 else "")
    if n < 1000:
        return ONES[n // 100] + " hundred" + (" " + number_words(n % 100) if n % 100 else "")
    return number_words(n // 1000) + " thousand" + (" " + number_words(n % 1000) if n % 1000 else "")


def pick(rng, values):
    return values[int(rng.integers(0, len(values)))]


def order(rng):
    """An order at a coffee bar."""
    parts = [pick(rng, OPENERS), "a" if rng.random() < 0.6 else pick(rng, ["one", "two", "three", "the"])]
    parts += [pick(rng, SIZES)] * (rng.random() < 0.75) + [pick(rng, ROASTS)] * (rng.random() < 0.4)
    parts += [pick(rng, SHOTS)] * (rng.random() < 0.2) + [pick(rng, DRINKS)]
    extras = []
    if rng.random() < 0.45:
        extras.append(pick(rng, MILKS))
    if rng.random() < 0.5:
        extras.append(pick(rng, AMOUNTS) + " " + pick(rng, SUGARS))
    if rng.random() < 0.25:
        extras.append(pick(rng, SHOTS))
    if extras:
        parts += [pick(rng, ["with", "with", "and", "and add"]), " and ".join(extras)]
    return " ".join(" ".join(parts + [pick(rng, CLOSERS)]).split())


def price(rng):
    amount = number_words(int(rng.integers(1, 1500) if rng.random() < 0.4 else rng.integers(1, 120)))
    cents = number_words(int(pick(rng, [99, 50, 25, 95, 75, 49, 10])))
    form = pick(rng, ["under {} dollars", "less than {} dollars", "below {} dollars", "{} dollars and {} cents",
                      "cheaper than {}", "between {} and {} dollars", "over {} bucks", "{} dollars", "around {} dollars",
                      "at most {} euros", "up to {} pounds", "no more than {} dollars", "{} {}"])
    return form.replace("{}", amount, 1).replace("{}", cents)


def digits(rng):
    kind = rng.random()
    if kind < 0.5:
        names = ["oh" if d == 0 and rng.random() < 0.3 else ONES[d] for d in rng.integers(0, 10, rng.integers(1, 9))]
        return " ".join(names)
    if kind < 0.75:
        return number_words(int(rng.integers(0, 10000)))
    months = "january february march april may june july august september october november december".split()
    return f"{pick(rng, months)} {number_words(int(rng.integers(1, 32)))} nineteen {number_words(int(rng.integers(10, 100)))}"


def spelling(rng, words):
    word = pick(rng, words)
    return " ".join(c for c in word if c.isalpha())


class Prompts:
    """Draws sentences whose every word has a pronunciation."""

    def __init__(self, text_folder, lexicon, max_words=13):
        self.lexicon, self.lists = lexicon, {}
        for name in ("queries", "queries_templated", "sentences"):
            with gzip.open(text_folder / f"{name}.tsv.gz", "rt", encoding="utf-8") as lines:
                next(lines)
                self.lists[name] = [t for line in lines if 2 <= len((t := line.split("\t")[0]).split()) <= max_words]
        self.names = [w for w in lexicon.words if w.isalpha() and 3 <= len(w) <= 8]
        # Single words of the dictionary cover rare phone sequences.
        self.dictionary = [w for w in lexicon.words if w.replace("'", "").isalpha() and len(w) > 2]

    def draw(self, rng):
        while True:
            kind = rng.random()
            if kind < 0.40:
                text = pick(rng, self.lists["queries"])
            elif kind < 0.52:
                text = pick(rng, self.lists["queries_templated"])
            elif kind < 0.74:
                text = pick(rng, self.lists["sentences"])
            elif kind < 0.82:
                text = order(rng)
            elif kind < 0.88:
                text = price(rng)
            elif kind < 0.92:
                text = digits(rng)
            elif kind < 0.95:
                text = spelling(rng, self.names)
            else:
                text = " ".join(pick(rng, self.dictionary) for _ in range(int(rng.integers(1, 6))))
            if text and self.lexicon.sentence(text) is not None:
                return text
