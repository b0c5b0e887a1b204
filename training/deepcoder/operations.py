"""The operations problems are composed of: what a step is called in English, and the line of Python that does it.

A step takes the value of one kind ("ints", "words", "text") to another kind; a finish prints it. In phrases and code,
{n} is the step's constant, or k when the step uses the second input line.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """siblings: names of operations easily confused with this one. k_values: what k may be, None where k is not used."""

    name: str
    takes: str
    gives: str
    code: str
    phrases: tuple
    constants: tuple = ()
    k_values: tuple | None = None
    siblings: tuple = ()


def _step(name, takes, code, *phrases, gives=None, constants=(), k=None, siblings=""):
    return Operation(name, takes, gives or takes, code, phrases, tuple(constants), k and tuple(k), tuple(siblings.split()))


def _finish(name, takes, code, output, *phrases, k=None, siblings=""):
    return Operation(name, takes, output, code, phrases, (), k and tuple(k), tuple(siblings.split()))


READ = {"ints": "a = list(map(int, input().split()))", "words": "a = input().split()", "text": "s = input()"}
READ_K = "k = int(input())"

STEPS = (
    _step("keep_even", "ints", "a = [x for x in a if x % 2 == 0]", "keep only the even numbers", "remove the odd numbers", "drop every odd number", siblings="keep_odd"),
    _step("keep_odd", "ints", "a = [x for x in a if x % 2 == 1]", "keep only the odd numbers", "remove the even numbers", "drop every even number", siblings="keep_even"),
    _step("keep_multiples", "ints", "a = [x for x in a if x % {n} == 0]", "keep only the multiples of {n}", "keep the numbers divisible by {n}", constants=(3, 4, 5), siblings="drop_multiples remainder"),
    _step("drop_multiples", "ints", "a = [x for x in a if x % {n} != 0]", "remove the multiples of {n}", "drop the numbers divisible by {n}", constants=(3, 4, 5), siblings="keep_multiples"),
    _step("keep_above", "ints", "a = [x for x in a if x > {n}]", "keep only the numbers greater than {n}", "remove the numbers that are at most {n}", constants=range(-2, 7), k=range(-3, 8), siblings="keep_at_least keep_below"),
    _step("keep_at_least", "ints", "a = [x for x in a if x >= {n}]", "keep only the numbers that are at least {n}", "remove the numbers smaller than {n}", constants=range(-2, 7), k=range(-3, 8), siblings="keep_above keep_below"),
    _step("keep_below", "ints", "a = [x for x in a if x < {n}]", "keep only the numbers less than {n}", "remove the numbers that are {n} or more", constants=range(0, 10), k=range(-1, 10), siblings="keep_above keep_at_least"),
    _step("add", "ints", "a = [x + {n} for x in a]", "add {n} to every number", "increase each number by {n}", constants=range(1, 10), k=range(-4, 7), siblings="subtract scale"),
    _step("subtract", "ints", "a = [x - {n} for x in a]", "subtract {n} from every number", "decrease each number by {n}", constants=range(1, 10), k=range(-4, 7), siblings="add"),
    _step("scale", "ints", "a = [x * {n} for x in a]", "multiply every number by {n}", "replace each number by {n} times itself", constants=range(2, 7), k=range(-2, 5), siblings="add square"),
    _step("square", "ints", "a = [x * x for x in a]", "square every number", "replace each number by its square", siblings="double"),
    _step("double", "ints", "a = [x + x for x in a]", "double every number", "replace each number by its double", siblings="square"),
    _step("absolute", "ints", "a = [abs(x) for x in a]", "take the absolute value of every number", "replace each number by its absolute value", siblings="negate"),
    _step("negate", "ints", "a = [-x for x in a]", "change the sign of every number", "negate each number", siblings="absolute"),
    _step("remainder", "ints", "a = [x % {n} for x in a]", "replace each number by its remainder modulo {n}", "take every number modulo {n}", constants=range(2, 8), siblings="floor_divide"),
    _step("floor_divide", "ints", "a = [x // {n} for x in a]", "divide every number by {n}, rounding down", "replace each number by its quotient by {n}, rounded down", constants=range(2, 6), siblings="remainder"),
    _step("sort", "ints", "a = sorted(a)", "sort the list in ascending order", "order the list from smallest to largest", siblings="sort_down reverse"),
    _step("sort_down", "ints", "a = sorted(a)[::-1]", "sort the list in descending order", "order the list from largest to smallest", siblings="sort reverse"),
    _step("reverse", "ints", "a = a[::-1]", "reverse the list", "put the list in reverse order", siblings="sort_down"),
    _step("take", "ints", "a = a[:{n}]", "take the first {n} elements", "keep just the first {n} items", constants=range(2, 6), k=range(0, 6), siblings="drop last"),
    _step("drop", "ints", "a = a[{n}:]", "skip the first {n} elements", "delete the first {n} items", constants=range(1, 5), k=range(0, 5), siblings="take last"),
    _step("last", "ints", "a = a[-{n}:]", "take the last {n} elements", "keep just the last {n} items", constants=range(2, 6), siblings="take drop"),
    _step("alternate", "ints", "a = a[::2]", "take every second element, starting with the first", "keep the elements at positions 0, 2, 4 and so on", siblings="reverse"),
    _step("dedupe", "ints", "a = list(dict.fromkeys(a))", "remove repeated values, keeping first occurrences", "delete duplicates but keep the order", siblings="unique_sorted"),
    _step("unique_sorted", "ints", "a = sorted(set(a))", "remove repeated values and sort the rest in ascending order", "list the distinct values from smallest to largest", siblings="dedupe sort"),
    _step("prefix_sums", "ints", "a = [sum(a[:i + 1]) for i in range(len(a))]", "replace the list by its prefix sums", "compute the running totals", siblings="suffix_sums"),
    _step("suffix_sums", "ints", "a = [sum(a[i:]) for i in range(len(a))]", "replace the list by its suffix sums", "replace each element by the sum of it and everything after it", siblings="prefix_sums"),
    _step("differences", "ints", "a = [y - x for x, y in zip(a, a[1:])]", "replace the list by the differences of neighbours, the later minus the earlier", "from each element but the first subtract the one before it, and keep these differences", siblings="pair_sums"),
    _step("pair_sums", "ints", "a = [x + y for x, y in zip(a, a[1:])]", "replace the list by the sums of neighbours", "add up each pair of adjacent elements", siblings="differences"),
    _step("reverse_text", "text", "s = s[::-1]", "reverse the string", "write the string backwards", siblings="sort_letters"),
    _step("drop_vowels", "text", 's = "".join(c for c in s if c not in "aeiou")', "remove the vowels", "delete every vowel (aeiou)", siblings="keep_vowels"),
    _step("keep_vowels", "text", 's = "".join(c for c in s if c in "aeiou")', "keep only the vowels", "delete everything but the vowels (aeiou)", siblings="drop_vowels"),
    _step("sort_letters", "text", 's = "".join(sorted(s))', "sort the letters alphabetically", "put the letters in alphabetical order", siblings="reverse_text dedupe_letters"),
    _step("dedupe_letters", "text", 's = "".join(dict.fromkeys(s))', "remove repeated letters, keeping first occurrences", "delete duplicate letters but keep the order", siblings="sort_letters"),
    _step("take_letters", "text", "s = s[:{n}]", "take the first {n} letters", "cut the string after {n} letters", constants=range(2, 7), k=range(0, 7), siblings="drop_letters"),
    _step("drop_letters", "text", "s = s[{n}:]", "skip the first {n} letters", "delete the first {n} letters", constants=range(1, 5), k=range(0, 5), siblings="take_letters"),
    _step("alternate_letters", "text", "s = s[::2]", "take every second letter, starting with the first", "keep the letters at positions 0, 2, 4 and so on", siblings="reverse_text"),
    _step("replace_letter", "text", 's = s.replace("{n}", "x")', "replace each letter {n} by x", "turn every {n} into x", constants="abcde", siblings="delete_letter"),
    _step("delete_letter", "text", 's = s.replace("{n}", "")', "delete each letter {n}", "remove every {n}", constants="abcde", siblings="replace_letter"),
    _step("repeat_text", "text", "s = s * {n}", "repeat the string {n} times", "write the string {n} times in a row", constants=(2, 3), k=range(0, 4), siblings="take_letters"),
    _step("sort_words", "words", "a = sorted(a)", "sort the words alphabetically", "put the words in alphabetical order", siblings="reverse_words"),
    _step("reverse_words", "words", "a = a[::-1]", "reverse the order of the words", "put the words in reverse order", siblings="sort_words spell_backwards"),
    _step("spell_backwards", "words", "a = [w[::-1] for w in a]", "reverse each word", "write every word backwards", siblings="reverse_words"),
    _step("keep_long", "words", "a = [w for w in a if len(w) > {n}]", "keep only the words longer than {n} letters", "remove the words of at most {n} letters", constants=range(2, 6), k=range(0, 6), siblings="keep_short"),
    _step("keep_short", "words", "a = [w for w in a if len(w) < {n}]", "keep only the words shorter than {n} letters", "remove the words of {n} letters or more", constants=range(3, 7), k=range(1, 7), siblings="keep_long"),
    _step("dedupe_words", "words", "a = list(dict.fromkeys(a))", "remove repeated words, keeping first occurrences", "delete duplicate words but keep the order", siblings="sort_words"),
    _step("take_words", "words", "a = a[:{n}]", "take the first {n} words", "keep just the first {n} words", constants=range(1, 5), k=range(0, 5), siblings="drop_words"),
    _step("drop_words", "words", "a = a[{n}:]", "skip the first {n} words", "delete the first {n} words", constants=range(1, 4), k=range(0, 4), siblings="take_words"),
    _step("initials", "words", "a = [w[0] for w in a]", "replace each word by its first letter", "shorten every word to its first letter", siblings="finals"),
    _step("finals", "words", "a = [w[-1] for w in a]", "replace each word by its last letter", "shorten every word to its last letter", siblings="initials"),
    _step("lengths", "words", "a = [len(w) for w in a]", "replace each word by its length", "list the lengths of the words", gives="ints", siblings="initials"),
)

INTEGER, YES_NO = "one integer", "YES or NO"
FINISHES = (
    _finish("sum", "ints", "print(sum(a))", INTEGER, "print the sum", "output the total", siblings="count maximum"),
    _finish("maximum", "ints", "print(max(a, default=0))", INTEGER, "print the largest value, or 0 if there is none", "output the maximum (0 for an empty list)", siblings="minimum"),
    _finish("minimum", "ints", "print(min(a, default=0))", INTEGER, "print the smallest value, or 0 if there is none", "output the minimum (0 for an empty list)", siblings="maximum"),
    _finish("count", "ints", "print(len(a))", INTEGER, "print how many elements there are", "output the number of elements", siblings="distinct sum"),
    _finish("distinct", "ints", "print(len(set(a)))", INTEGER, "print how many distinct values there are", "output the number of different values", siblings="count"),
    _finish("count_k", "ints", "print(a.count(k))", INTEGER, "print how many elements equal k", "output the number of times k occurs", k=range(-2, 6), siblings="count"),
    _finish("list", "ints", "print(*a)", "the elements separated by spaces", "print the list", "output the resulting list", siblings="sum"),
    _finish("is_sorted", "ints", 'print("YES" if a == sorted(a) else "NO")', YES_NO, "print YES if the list is in ascending order, else NO", "answer YES or NO: is the list in ascending order", siblings="is_palindrome"),
    _finish("is_palindrome", "ints", 'print("YES" if a == a[::-1] else "NO")', YES_NO, "print YES if the list reads the same backwards, else NO", "answer YES or NO: is the list a palindrome", siblings="is_sorted"),
    _finish("text", "text", "print(s)", "one string", "print the string", "output the resulting string", siblings="length"),
    _finish("length", "text", "print(len(s))", INTEGER, "print its length", "output the number of letters", siblings="distinct_letters"),
    _finish("distinct_letters", "text", "print(len(set(s)))", INTEGER, "print how many distinct letters there are", "output the number of different letters", siblings="length"),
    _finish("palindrome_text", "text", 'print("YES" if s == s[::-1] else "NO")', YES_NO, "print YES if the string reads the same backwards, else NO", "answer YES or NO: is the string a palindrome", siblings="text"),
    _finish("words", "words", "print(*a)", "the words separated by spaces", "print the words", "output the resulting words", siblings="joined"),
    _finish("joined", "words", 'print("".join(a))', "one string", "print the words joined without spaces", "output the words glued together", siblings="words"),
    _finish("count_words", "words", "print(len(a))", INTEGER, "print how many words there are", "output the number of words", siblings="distinct_words"),
    _finish("distinct_words", "words", "print(len(set(a)))", INTEGER, "print how many distinct words there are", "output the number of different words", siblings="count_words"),
    _finish("longest", "words", "print(max(map(len, a), default=0))", INTEGER, "print the length of the longest word, or 0 if there is none", "output the largest word length (0 without words)", siblings="count_words"),
)
BY_NAME = {operation.name: operation for operation in STEPS + FINISHES}
