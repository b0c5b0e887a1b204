"""Fifty chats that end where a reply begins: questions, code, digits, other scripts, games, and several turns."""

SINGLE = [
    "What is the capital of France?",
    "Explain in two sentences why the sky is blue.",
    "Write a haiku about the sea.",
    "List three differences between cats and dogs.",
    "Translate into French: The book is on the table.",
    "Who wrote Pride and Prejudice, and when was it published?",
    "Summarise: Reinforcement learning trains an agent by reward. It explores, fails, and tries again.",
    "Give me a recipe for pancakes for four people.",
    "What does the word 'ephemeral' mean? Use it in a sentence.",
    "Is it true that goldfish have a three-second memory?",
    "Write a short e-mail to a landlord about a broken heater.",
    "Name a fruit that is yellow.",
    "Correct the grammar: she don't has no time for to go.",
    "Why do leaves change colour in autumn?",
    "Write a Python function that reverses a string.",
    "What does this print?\n\n```python\nfor i in range(3):\n    print(i * i)\n```",
    "Fix the bug:\n\ndef mean(xs):\n\treturn sum(xs) / len(x)\n",
    "Explain this SQL: SELECT name, COUNT(*) FROM users GROUP BY name HAVING COUNT(*) > 1;",
    'Turn into JSON: name = Ada, born = 1815, languages = ["English", "French"]',
    "Write a regular expression that matches an e-mail address.",
    "const f = (a, b) => a?.b ?? b;  // what does f({}, 7) return?",
    '#include <stdio.h>\nint main(void) { printf("%d\\n", 6 * 7); return 0; }\n\nWhat is its output?',
    "What is 17 + 26?",
    "Compute 123456789 * 10 and say how many digits the result has.",
    "Sort these numbers: 42, 7, 1999, 3.14159, -5, 0.001",
    "The flight leaves at 07:45 on 2024-02-29 and takes 13 h 20 min. When does it land?",
    "Convert 98.6 °F to °C.",
    "Count from 1 to 10.",
    "What comes next: 1, 1, 2, 3, 5, 8, 13, ?",
    "Call +44 20 7946 0958 or 1-800-555-0199: which number is British?",
    "日本の首都はどこですか。",
    "¿Cuál es la capital de España? Responde en español.",
    "Что такое нейронная сеть?",
    "Wie heißt die größte Stadt Österreichs? Füße, Straße, Äpfel!",
    "Say what these mean: 🙂 🚀 👩‍👩‍👧‍👦 🇫🇷",
    "naïve café — “quotes”, ‘single’, ellipsis… and a soft\u00adhyphen",
    "السؤال: ما هي عاصمة مصر؟",
    "Add ½ and ¼, then x² + x³, chapter Ⅻ, and ٣٤ + १२.",
    "   leading spaces,\ttabs\t\tand trailing spaces   ",
    "\n\nTwo empty lines before, three after.\n\n\n",
]

GRID = "You are on a frozen lake.\nSFFF\nFHFH\nFFFH\nHFFG\nYou are at row {}, column {}. {} turns left."
RULES = "Reply with one move in <answer> tags: Left, Down, Right or Up. Holes (H) end the game; reach G."

CONVERSATIONS = [  # system prompt or None, then user and assistant in turn
    [RULES, GRID.format(0, 0, 8)],
    [RULES, GRID.format(0, 0, 8), "<answer>Down</answer>", GRID.format(1, 0, 7)],
    [
        RULES,
        GRID.format(0, 0, 8),
        "The hole is at row 1, column 1.\n<answer>Down</answer>",
        GRID.format(1, 0, 7),
        "<answer>Down</answer>",
        GRID.format(2, 0, 6),
    ],
    ["You answer in one word.", "What colour is grass?", "Green.", "And snow?", "White.", "And coal?"],
    [None, "Hello!", "Hello! How can I help you today?", "Tell me a joke about computers."],
    [None, "Remember the number 4711.", "I will remember 4711.", "Double it.", "9422.", "What was the first number?"],
    [
        "You are a Python expert. Reply with code only.",
        "Sum of squares of 1 to n.",
        "```python\ndef f(n):\n    return sum(i * i for i in range(1, n + 1))\n```",
        "Test failed: f(-1) should raise ValueError.",
    ],
    ["Sprich Deutsch.", "Guten Morgen!", "Guten Morgen! Wie geht es dir?", "Sehr gut. Und was machst du heute? 🌞"],
    ["", "An empty system prompt stands before this. What is 2 + 2?"],
    [None, "a", "b", "c", "d", "e", "f", "g"],
]


def chats():
    """Each a list of messages, the last of them the user's."""
    return [conversation(None, text) for text in SINGLE] + [conversation(*spoken) for spoken in CONVERSATIONS]


def conversation(system, *spoken):
    start = [] if system is None else [{"role": "system", "content": system}]
    return start + [{"role": ("user", "assistant")[i % 2], "content": text} for i, text in enumerate(spoken)]
