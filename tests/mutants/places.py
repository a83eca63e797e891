"""All the places of a game where a mutant can be made, in an order that the seed decides."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path

from tests.mutants.changes import TYPE_MAKERS, Change, case_closed, changes


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a file, by bytes, with the texts it may become. `key` outlives edits elsewhere.

    `function` is the outermost one around it, as `Class.method`, or empty.
    """

    path: Path
    key: str
    function: str
    line: int
    start: int
    end: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One file of the game, by its path below the folder, changed in one place."""

    path: Path
    function: str
    line: int
    before: str
    after: str

    @property
    def diff(self) -> str:
        """The lines that changed, with - and +."""
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def sample(folder: Path, count: int, seed: int) -> list[Mutant]:
    """So many mutants of different places.

    Places are ordered by a hash of the seed and of the words there, so that an edit of the game
    changes the sample in that place alone.
    """

    def number(place: Place) -> bytes:
        return sha256(f"{seed} {place.key}".encode()).digest()

    chosen: list[Mutant] = []
    for place in sorted(places(folder), key=number):
        mutant = _mutant(folder, place, number(place)[-1] % len(place.texts))
        if mutant is not None:
            chosen.append(mutant)
        if len(chosen) == count:
            break
    return chosen


def places(folder: Path) -> Iterator[Place]:
    """Of the Python files of a folder and of its `data.toml`."""
    for path in sorted(folder.rglob("*.py")):
        yield from _of_python(path.relative_to(folder), path.read_bytes())
    for path in sorted(folder.rglob("data.toml")):
        yield from _of_toml(path.relative_to(folder), path.read_text(encoding="utf-8"))


def _mutant(folder: Path, place: Place, which: int) -> Mutant | None:
    """`None` where the change would be no Python, or the same Python."""
    source = (folder / place.path).read_bytes()
    new = source[: place.start] + place.texts[which].encode() + source[place.end :]
    if place.path.suffix == ".py":
        try:
            if ast.dump(ast.parse(new)) == ast.dump(ast.parse(source)):
                return None
        except SyntaxError:
            return None
    return Mutant(place.path, place.function, place.line, source.decode(), new.decode())


def _of_python(path: Path, source: bytes) -> Iterator[Place]:
    starts = [0, *(match.end() for match in re.finditer(rb"\n", source))]
    seen: Counter[str] = Counter()
    for scope, found in _walk(ast.parse(source), Scope()):
        start, end = (starts[line - 1] + byte for line, byte in (found.start, found.end))
        words = (
            f"{path.as_posix()} {'.'.join(scope.names)} {found.kind} {source[start:end].decode()}"
        )
        seen[words] += 1
        key = f"{words} {seen[words]}"
        yield Place(path, key, ".".join(scope.function), found.start[0], start, end, found.texts)


@dataclass(frozen=True, slots=True)
class Scope:
    """What is around a node: names from the outermost in, and what the innermost function returns.

    `function` are the names up to the outermost function, if there is one.
    """

    names: tuple[str, ...] = ()
    function: tuple[str, ...] = ()
    returns: str = ""


def _walk(node: ast.AST, scope: Scope) -> Iterator[tuple[Scope, Change]]:
    if _matters_not(node):
        return
    if isinstance(node, ast.match_case):
        yield scope, case_closed(node)
    yield from ((scope, found) for found in changes(node, scope.returns) if found.texts)
    match node:
        case ast.FunctionDef(name, args, body):
            names = (*scope.names, name)
            yield from _walk_all((*args.defaults, *filter(None, args.kw_defaults)), scope)
            returns = ast.unparse(node.returns) if node.returns else ""
            yield from _walk_all(body, Scope(names, scope.function or names, returns))
        case ast.ClassDef(name, body=body):
            yield from _walk_all(body, replace(scope, names=(*scope.names, name)))
        case _:
            yield from _walk_all(_inside(node), scope)


def _walk_all(nodes: Iterable[ast.AST], scope: Scope) -> Iterator[tuple[Scope, Change]]:
    for node in nodes:
        yield from _walk(node, scope)


def _matters_not(node: ast.AST) -> bool:
    """Texts, types, and what is there for the type checker."""
    match node:
        case ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.Call(ast.Name(name)):
            return name in TYPE_MAKERS
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Assign([ast.Name(name)], value):
            alias = isinstance(value, ast.Subscript) or (
                isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)
            )
            return name in ("__slots__", "__all__") or (alias and name[:1].isupper())
    return False


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Children, but for annotations, patterns and the words of an exception."""
    match node:
        case ast.AnnAssign(value=value):
            yield from (value,) if value else ()
        case ast.match_case(_, guard, body):
            yield from (*((guard,) if guard else ()), *body)
        case ast.Subscript(value, ast.Tuple()):
            yield value
        case ast.Raise():
            pass
        case _:
            yield from ast.iter_child_nodes(node)


VALUE = re.compile(r'"[^"]*"|#.*|(?P<value>\b(?:\d+|true|false)\b)|[A-Za-z_][\w.-]*')
"""A value of TOML, or something in which none is looked for."""


def _of_toml(path: Path, text: str) -> Iterator[Place]:
    """Whole numbers one more or less, and truths turned round; not the headings of tables."""
    start, table = 0, ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.startswith("["):
            table = line.partition("#")[0].strip()
        else:
            for match in VALUE.finditer(line):
                if value := match["value"]:
                    at = start + len(line[: match.start()].encode())
                    key = f"{path.as_posix()} {table} {line.strip()} {match.start()}"
                    others = {"true": ("false",), "false": ("true",)}.get(value)
                    texts = others or (str(int(value) + 1), str(int(value) - 1))
                    yield Place(path, key, "", number, at, at + len(value), texts)
        start += len(line.encode())
