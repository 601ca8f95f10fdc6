"""Numerals, scales and units, as amounts are written in both languages."""

KANJI = {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
STEPS = {"十": 10, "百": 100, "千": 1_000}
MYRIADS = {"万": 10_000, "億": 100_000_000, "兆": 1_000_000_000_000}
WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {
    "hundred": 100, "thousand": 1_000, "k": 1_000, "million": 1_000_000, "m": 1_000_000,
    "billion": 1_000_000_000, "bn": 1_000_000_000,
}  # fmt: skip
TIMES = {"once": 1, "twice": 2, "thrice": 3}

# Spellings of each unit; the first names it.
UNITS = (
    "円 yen jpy", "ドル dollars dollar usd", "ユーロ euros euro eur", "ポンド pounds pound gbp",
    "% percent パーセント", "km キロメートル kilometres kilometre kilometers kilometer",
    "m メートル metres metre meters meter", "cm センチ centimetres centimeters", "mm ミリ",
    "kg キロ kilos kilograms kilogram", "g グラム grams gram", "mg ミリグラム", "t トン tons tonnes",
    "l リットル litres litre liters liter", "ml", "ガロン gallons gallon", "マイル miles mile",
    "gb ギガ gigabytes", "mb メガ megabytes", "tb テラ", "kb", "ms ミリ秒 milliseconds",
    "秒間 秒 seconds second secs sec s", "分間 分 minutes minute mins min", "時間 hours hour hrs h",
    "日間 日 days day", "週間 weeks week", "か月 ヶ月 カ月 ケ月 箇月 months month",
    "年間 年 years year",
    "人 名 people persons person", "回 度 times", "点 points point", "階", "歳 才", "泊 nights night",
    "度c ℃ degrees", "w ワット watts", "v ボルト volts", "倍",
    "匹", "頭", "羽", "個", "本", "枚", "台", "件", "社", "冊", "杯", "着", "軒", "通", "品", "部屋",
    "丁目",
    "章", "ページ pages", "行 lines", "課", "箱", "袋", "缶", "粒", "錠", "割",
)  # fmt: skip
UNIT = {word: group.split()[0] for group in UNITS for word in group.split()}
SIGNS = {"$": "ドル", "¥": "円", "€": "ユーロ", "£": "ポンド"}
