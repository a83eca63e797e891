"""What may be changed in a syntax tree, and to what: each change is a slip a programmer makes."""

import ast
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TypeVar

_N = TypeVar("_N", bound=ast.AST)
_Spanned = ast.expr | ast.stmt | ast.keyword | ast.pattern
Position = tuple[int, int]
"""Line from 1, byte of the line from 0."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
TYPE_MAKERS = frozenset({"NewType", "TypeVar", "cast"})
FLAGS = frozenset({"strict"})
"""Keywords that only guard against mistakes of ours."""
EMPTY_STATEMENT = "pass"


@dataclass(frozen=True, slots=True)
class Change:
    """The source from `start` to `end` may become each of `texts`."""

    kind: str
    start: Position
    end: Position
    texts: tuple[str, ...]


def changes(node: ast.AST, returns: str) -> Iterator[Change]:
    """Changes of this node itself. `returns` is the annotation of the function around it."""
    match node:
        case ast.Compare():
            yield change("comparison", node, *_compared(node))
        case ast.BoolOp(op, values):
            turned = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield change("and/or", node, _with(node, op=turned))
            for place in range(len(values)):
                yield change("operand dropped", node, _rest(ast.BoolOp(op, _but(values, place))))
        case ast.UnaryOp(ast.Not(), operand):
            yield change("not dropped", node, operand)
        case ast.Constant(bool(truth)):
            yield change("constant", node, ast.Constant(not truth))
        case ast.Constant(int(number)):
            yield change("constant", node, ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.BinOp(left, op, right):
            other = OPERATORS.get(type(op))
            yield change("arithmetic", node, left, _with(node, op=other()) if other else right)
        case ast.IfExp(_, body, orelse):
            yield change("condition forced", node, body, orelse)
        case ast.If(test) | ast.While(test):
            always = () if isinstance(node, ast.While) else (ast.Constant(True),)
            yield change("condition forced", test, ast.Constant(False), *always)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for test in (test for each in node.generators for test in each.ifs):
                yield change("condition forced", test, ast.Constant(True))
        case ast.Call():
            yield from _call(node)
        case ast.Tuple(elts, ast.Load()) if len(elts) < 3:
            for place in range(len(elts)):
                yield change("element dropped", node, _with(node, elts=_but(elts, place)))
        case ast.Tuple(elts, ast.Load()) | ast.List(elts, ast.Load()) | ast.Set(elts):
            yield from (_cut("element dropped", elts, place) for place in range(len(elts)))
        case ast.Dict(keys, values):
            for key, value in zip(keys, values, strict=True):
                yield from _entry(key, value)
        case ast.stmt():
            yield from _statement(node, returns)


def change(kind: str, node: _Spanned, *instead: ast.expr) -> Change:
    """The node becomes another."""
    return Change(kind, _start(node), _end(node), tuple(map(_written, instead)))


def case_closed(case: ast.match_case) -> Change:
    """A case that never applies."""
    if case.guard is not None:
        return change("case dropped", case.guard, ast.Constant(False))
    return Change("case dropped", _end(case.pattern), _end(case.pattern), (" if False",))


def _call(node: ast.Call) -> Iterator[Change]:
    match node.func:
        case ast.Name(name) if name in FUNCTIONS:
            yield change("function", node.func, ast.Name(FUNCTIONS[name]))
    arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    for place, argument in enumerate(arguments):
        if isinstance(argument, ast.keyword) and argument.arg not in (None, *FLAGS):
            yield _cut("argument dropped", arguments, place)


def _entry(key: ast.expr | None, value: ast.expr) -> Iterator[Change]:
    """Of a dictionary: `key: value`, or `**value`, whose stars have no place in the tree."""
    start = _start(key) if key else (value.lineno, value.col_offset - len("**"))
    yield Change("element dropped", start, _end(value), ("**{}",))


def _cut(kind: str, items: Sequence[_Spanned], place: int) -> Change:
    """One of several between commas is left out, with a comma where there is another."""
    if place + 1 < len(items):
        return Change(kind, _start(items[place]), _start(items[place + 1]), ("",))
    begin = _end(items[place - 1]) if place else _start(items[place])
    return Change(kind, begin, _end(items[place]), ("",))


def _start(node: _Spanned) -> Position:
    return node.lineno, node.col_offset


def _end(node: _Spanned) -> Position:
    return node.end_lineno or 0, node.end_col_offset or 0


def _statement(node: ast.stmt, returns: str) -> Iterator[Change]:
    match node:
        case ast.Raise() | ast.Continue() | ast.Break() | ast.AugAssign():
            yield Change("statement dropped", _start(node), _end(node), (EMPTY_STATEMENT,))
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield Change("statement dropped", _start(node), _end(node), (EMPTY_STATEMENT,))
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield Change("statement dropped", _start(node), _end(node), (EMPTY_STATEMENT,))
        case ast.Return(ast.expr() as value):
            other = _returned(value, returns)
            if other is not None:
                yield change("returned value", value, other)


def _returned(value: ast.expr, returns: str) -> ast.expr | None:
    """Another value of the same type, so that the slip is not found by its type alone."""
    if isinstance(value, ast.Constant):
        return None if isinstance(value.value, bool | int | None) else ast.Constant(None)
    if returns == "bool":
        return ast.UnaryOp(ast.Not(), value)
    if returns == "int":
        return ast.BinOp(value, ast.Add(), ast.Constant(1))
    if returns.startswith(("tuple[", "Iterator[")):
        return ast.Tuple([], ast.Load())
    return ast.Constant(None) if returns.endswith("| None") else None


def _compared(node: ast.Compare) -> Iterator[ast.Compare]:
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _rest(node: ast.BoolOp) -> ast.expr:
    return node if len(node.values) > 1 else node.values[0]


def _but(items: list[_N], place: int) -> list[_N]:
    return [*items[:place], *items[place + 1 :]]


def _with(node: _N, **fields: object) -> _N:
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _written(node: ast.expr) -> str:
    text = ast.unparse(node)
    atoms = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Dict)
    plain = isinstance(node, atoms) or text in ("True", "False", "None") or text.isdigit()
    return text if plain else f"({text})"
