// Print how many o200k tokens each text of a JSON list (standard input) has.
const { Tiktoken } = require("js-tiktoken/lite");
const ranks = require("js-tiktoken/ranks/o200k_base");

const encoder = new Tiktoken(ranks.default ?? ranks);
const texts = JSON.parse(require("fs").readFileSync(0, "utf-8"));
console.log(JSON.stringify(texts.map((text) => encoder.encode(text).length)));
