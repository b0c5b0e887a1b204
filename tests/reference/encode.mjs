// Ids of texts by the tool's own tokenizer, one list a line: node encode.mjs POLICY_FOLDER TEXTS OUT
// TEXTS holds one JSON string a line; tokenizer.py --compare checks OUT against Python's tokenizers.
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { chatTokenizer } from "../../dist/policies/chat-tokenizer.js";
import { readModelFolder } from "../../dist/policies/model-folder.js";

const [folder, texts, out] = process.argv.slice(2);
const tokenizer = chatTokenizer(readModelFolder(folder));
const file = createWriteStream(out);
for await (const line of createInterface({ input: createReadStream(texts) })) {
  if (!file.write(`${JSON.stringify(tokenizer.encode(JSON.parse(line)))}\n`)) {
    await new Promise((resolve) => file.once("drain", resolve));
  }
}
file.end();
