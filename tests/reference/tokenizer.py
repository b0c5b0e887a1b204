"""Token ids by the Hugging Face tokenizers library, to hold another program's against.

    python tokenizer.py TOKENIZER.json TEXTS                   writes the ids of each text, a JSON list a line
    python tokenizer.py TOKENIZER.json TEXTS --compare FILE    compares with the ids that FILE has

TEXTS holds a JSON string a line.
"""

import argparse
import json

from tokenizers import Tokenizer

from run_folder import finish


def lines(file):
    with open(file, encoding="utf-8") as handle:
        return [json.loads(line) for line in handle]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tokenizer")
    parser.add_argument("texts")
    parser.add_argument("--compare")
    asked = parser.parse_args()
    tokenizer = Tokenizer.from_file(asked.tokenizer)
    texts = lines(asked.texts)
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    if asked.compare is None:
        for one in ids:
            print(json.dumps(one))
        return
    theirs = lines(asked.compare)
    pairs = list(zip(texts, ids, theirs, strict=False))
    problems = [f"{text!r}: {there} there, {here} here" for text, here, there in pairs if here != there]
    if len(theirs) != len(texts):
        problems.append(f"{len(theirs)} lists of ids for {len(texts)} texts")
    finish("token ids", len(pairs), float(len(problems)), 0, problems)


if __name__ == "__main__":
    main()
