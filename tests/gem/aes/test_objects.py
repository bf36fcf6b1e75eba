"""Object trees stay consistent, and points find the object that is seen there."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes import objects
from gemport.gem.formats.objects import ObFlag, Object, Tree
from tests.gem.aes.desk import framed, tree_of


def nested() -> list[Object]:
    """Root 10,10 100x80; in it 1 (20,20 40x40) with 2 in it (30,30 10x10), and 3 over it (50,50 30x30)."""
    tree = [framed(10, 10, 100, 80), framed(10, 10, 40, 40), framed(10, 10, 10, 10), framed(40, 40, 30, 30)]
    objects.objc_add(tree, 0, 1)
    objects.objc_add(tree, 1, 2)
    objects.objc_add(tree, 0, 3)
    return tree


def test_depth_and_hiding_limit_how_deep_a_point_looks() -> None:
    tree = nested()
    assert [objects.objc_find(tree, objects.ROOT, depth, 35, 35) for depth in (0, 1, 2)] == [0, 1, 2]
    tree[1].ob_flags = ObFlag.HIDETREE
    assert [objects.objc_find(tree, start, 8, 35, 35) for start in (objects.ROOT, 1)] == [objects.ROOT, objects.NIL]


@pytest.mark.parametrize(
    ("position", "order"), [(0, [3, 1, 2]), (1, [1, 3, 2]), (2, [1, 2, 3]), (-1, [1, 2, 3]), (99, [1, 2, 3])]
)
def test_an_object_moves_to_a_position_among_its_siblings(position: int, order: list[int]) -> None:
    tree = tree_of(*(framed(0, 0, 9, 9) for _ in range(4)))
    objects.objc_order(tree, 3, position)
    assert list(objects.children(tree, objects.ROOT)) == order


def test_a_deleted_branch_keeps_its_own_children() -> None:
    tree = nested()
    objects.objc_delete(tree, 1)
    assert list(objects.children(tree, objects.ROOT)) == [3]
    assert list(objects.children(tree, 1)) == [2]
    assert objects.get_parent(tree, 1) == objects.NIL


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda tree: objects.objc_find(tree, 9, 8, 0, 0), "object 9: the tree has objects 0 to 3"),
        (lambda tree: objects.objc_add(tree, 0, 2), "object 2: is already a child of object 1"),
        (lambda tree: objects.objc_add(tree, 2, 1), "object 1: cannot become a child of object 2"),
        (lambda tree: objects.objc_delete(tree, objects.ROOT), "object 0: has no parent"),
    ],
)
def test_wrong_use_is_refused_by_name(call: Callable[[Tree], object], reason: str) -> None:
    with pytest.raises(objects.ObjectError, match=reason):
        call(nested())


def test_links_that_run_in_a_circle_are_refused() -> None:
    tree = nested()
    tree[3].ob_next = 1
    with pytest.raises(objects.ObjectError, match="has no end"):
        list(objects.children(tree, objects.ROOT))
    with pytest.raises(objects.ObjectError, match="has no end"):
        objects.get_parent(tree, 1)


Moves = st.lists(
    st.tuples(st.sampled_from(["delete", "order", "add"]), st.integers(1, 5), st.integers(-1, 6)), max_size=30
)


@given(Moves)
def test_relinking_keeps_every_object_in_one_place(moves: list[tuple[str, int, int]]) -> None:
    tree = tree_of(*(framed(0, 0, 9, 9) for _ in range(6)))
    expected = {parent: list(objects.children(tree, parent)) for parent in range(6)}

    def parent_of(obj: int) -> int:
        return next((parent for parent, listed in expected.items() if obj in listed), objects.NIL)

    for what, obj, number in moves:
        above = parent_of(obj)
        if what == "add" and above == objects.NIL and 0 <= number < 6:
            ancestor = number
            while ancestor not in (objects.NIL, obj):
                ancestor = parent_of(ancestor)
            if ancestor == obj:
                continue
            objects.objc_add(tree, number, obj)
            expected[number].append(obj)
        elif what == "delete" and above != objects.NIL:
            objects.objc_delete(tree, obj)
            expected[above].remove(obj)
        elif what == "order" and above != objects.NIL:
            objects.objc_order(tree, obj, number)
            expected[above].remove(obj)
            expected[above].insert(number if number >= 0 else 99, obj)
    assert {parent: list(objects.children(tree, parent)) for parent in range(6)} == expected
    assert all(objects.get_parent(tree, obj) == parent_of(obj) for obj in range(6))
    for parent, listed in expected.items():
        assert (tree[parent].ob_head, tree[parent].ob_tail) == (
            (listed[0], listed[-1]) if listed else (objects.NIL, objects.NIL)
        )
