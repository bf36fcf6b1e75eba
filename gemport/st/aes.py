"""The AES binding: trap #2 with D0 = 200, and the table of AES calls.

A call runs the method of that name of :class:`AesBinding` or, if it has none, of the program's Gem. Coroutines are
awaited.
"""

import struct
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from gemport import gem
from gemport.gem import charset, keys
from gemport.st.calls import Steps, calls
from gemport.st.cycles import AES_CALL, AES_OBJECT
from gemport.st.gemdos_files import GemdosFiles
from gemport.st.memory_objects import OBJECT_SIZE, MemoryObject, text_at, tree_at
from gemport.st.processor import D0, Crash, End, Space
from gemport.st.resource import MemoryResource
from gemport.st.task import Task
from gemport.st.trace import Answered, aes_answer, shown_arguments

_ARGUMENT_ERRORS: Final = (ValueError, IndexError)
_PARAMETERS: Final = struct.Struct(">6L")
_CONTROL: Final = struct.Struct(">5h")
_MAX_WORDS: Final = 16
_VERSION: Final = 0x0140
_MESSAGE_SIZE: Final = 16
_PATH_SIZE, _NAME_SIZE = 128, 13
_APPLICATION_CHARS: Final = 8
_MOUSE_FORM_WORDS: Final = 37
DESKTOP: Final = 0
_MAX_DESK_OBJECTS: Final = 128  # each window move redraws the desktop, and no program pays for that time
_MENU, _DESK = "menu", "desktop"
_TREE_TYPE: Final = 0
_OWN_TREES, _OWN_HEADER, _OWN_SIZE = 10, 14, 18
"""Offsets in the array global: the addresses of the tree table and the resource, and the resource's size."""

CALLS = calls("""
    10 appl_init > i0, 11 appl_read i0 i1 a0 > i0, 12 appl_write i0 i1 a0 > i0, 13 appl_find t0 > i0,
    18 appl_search i0 a0 > i0 i1 i2, 19 appl_exit > i0,
    20 evnt_keybd > i0, 21 evnt_button i0 i1 i2 > i0 i1 i2 i3 i4, 22 evnt_mouse i0 r1 > i1 i2 i3 i4,
    23 evnt_mesag a0, 24 evnt_timer i0 i1, 25 evnt_multi I a0 > i0*, 26 evnt_dclick i0 i1 > i0,
    30 menu_bar i0 a0, 31 menu_icheck o0 u0 i1, 32 menu_ienable o0 u0 i1, 33 menu_tnormal o0 i0 i1 > i0,
    34 menu_text o0 i0 a1, 35 menu_register i0 t0 > i0,
    40 objc_add o0 i0 i1, 41 objc_delete o0 i0, 42 objc_draw o0 i0 i1 r2, 43 objc_find o0 i0 i1 i2 i3 > i0,
    44 objc_offset o0 i0 > i1 i2, 45 objc_order o0 i0 i1, 46 objc_edit o0 i0 u1 i2 i3 > i1,
    47 objc_change o0 i0 r2 i6 i7,
    50 form_do o0 i0 > i0, 51 form_dial i0 r1 r5, 52 form_alert i0 t0 > i0, 53 form_error i0 > i0,
    54 form_center o0 > i1 i2 i3 i4, 55 form_keybd o0 i0 u1 i2 > i0 i1 i2, 56 form_button o0 i0 i1 > i0 i1,
    70 graf_rubberbox i0 i1 i2 i3 > i1 i2, 71 graf_dragbox i0 i1 i2 i3 r4 > i1 i2,
    72 graf_movebox i0 i1 i2 i3 i4 i5, 73 graf_growbox r0 r4, 74 graf_shrinkbox r0 r4,
    75 graf_watchbox o0 i1 i2 i3 > i0, 76 graf_slidebox o0 i0 i1 i2 > i0, 77 graf_handle > i0 i1 i2 i3 i4,
    78 graf_mouse i0 a0, 79 graf_mkstate > i1 i2 i3 i4,
    80 scrp_read a0, 81 scrp_write t0,
    90 fsel_input a0 a1 > i0 i1, 91 fsel_exinput a0 a1 t2 > i0 i1,
    100 wind_create i0 r1 > i0, 101 wind_open i0 r1 > i0, 102 wind_close i0 > i0, 103 wind_delete i0 > i0,
    104 wind_get i0 i1 > i1 i2 i3 i4, 105 wind_set i0 i1 I > i0, 106 wind_find i0 i1 > i0, 107 wind_update i0,
    108 wind_calc i0 i1 r2 > i1 i2 i3 i4, 109 wind_new,
    110 rsrc_load t0 > i0, 111 rsrc_free > i0, 112 rsrc_gaddr i0 i1 > i0 a0, 113 rsrc_saddr i0 i1 a0 > i0,
    114 rsrc_obfix a0 i0,
    120 shel_read a0 a1, 121 shel_write i0 t0 a1 > i0, 122 shel_get a0 u0 > i0, 123 shel_put a0 u0 > i0,
    124 shel_find a0 > i0, 125 shel_envrn a0 t1
""")
"""Calls by number; :mod:`gemport.st.calls` explains the tokens."""


class _UsedTree(NamedTuple):
    """A menu bar or desktop that the AES uses between calls."""

    at: int  # its address
    size: int  # its size in bytes
    tree: gem.Tree
    data: bytes  # its bytes when it was last checked


class _AesArrays:
    """The arrays of one call."""

    address: int | None = None  # the address in the answer, or None

    def __init__(self, space: Space, tree: Callable[[int], gem.Tree], block: int) -> None:
        self._space, self._tree = space, tree
        self._at: tuple[int, ...] = _PARAMETERS.unpack(space.read(block, _PARAMETERS.size))
        control = _CONTROL.unpack(space.read(self._at[0], _CONTROL.size))
        self.number, words, self._answers, self._addresses, _ = control
        self.global_at = self._at[1]
        # Some bindings pass a count smaller than the call needs; others pass no array with a count of 0.
        count = min(max(words, _MAX_WORDS), 4 * _MAX_WORDS)
        self._in = space.words(self._at[2], count) if words or space.has(self._at[2], 2 * count) else (0,) * count
        self.out = [1]

    def values(self, kind: str, index: int, count: int) -> Sequence[Any]:
        words = self._in
        if kind == "i":
            return words[index : index + count]
        if kind == "u":
            return [words[index] & 0xFFFF]
        if kind == "r":
            return [gem.GRect(*words[index : index + 4])]
        if kind == "I":
            return [words]
        at = self._at[4] + 4 * index
        if index >= self._addresses and not self._space.has(at, 4):
            raise IndexError(kind)
        address = self._space.long(at)
        if kind == "o":
            return [self._tree(address)]
        return [text_at(self._space, address) if kind == "t" else address]

    def put(self, kind: str, index: int, numbers: list[int]) -> None:
        if kind == "a":
            self.address = numbers[0]
            self._space.put_long(self._at[5] + 4 * index, numbers[0])
        else:
            self.out[index:] = [0] * (index - len(self.out)) + numbers

    def finish(self) -> None:
        words = [word & 0xFFFF for word in self.out]
        if self._answers or self._space.has(self._at[3], 2 * len(words)):
            self._space.write(self._at[3], struct.pack(f">{len(words)}H", *words))
        self._space.set_register(D0, 0)


class AesBinding:
    """The calls that a method of Gem does not cover: calls with addresses, messages or window fields."""

    def __init__(self, task: Task, files: GemdosFiles) -> None:
        self._task, self._gem, self._space, self._files = task, task.gem, task.space, files
        task.on_wait = self.check_trees
        self._global = 0  # the address of the array global of the current call
        self._methods = {
            number: getattr(self, call.name, None) or getattr(task.gem, call.name) for number, call in CALLS.items()
        }
        self._used: dict[str, _UsedTree] = {}  # the menu bar, including the accessories' entries, and the desktop
        self._knows_term = False
        self._shell = b""

    def begin(self, block: int) -> Awaitable[Any] | None:
        """Start the call whose parameter block is at ``block``; return an awaitable if it has to wait, or None."""
        arrays = _AesArrays(self._space, self.tree, block)
        call = CALLS.get(arrays.number)
        if call is None:
            self._task.unknown("AES", arrays.number)
            arrays.put("i", 0, [0])
            arrays.finish()
            return None
        self._global = arrays.global_at
        if _DESK in self._used:
            self.check_trees()
        self._task.spend(AES_CALL)
        answered: Answered | None = None
        if self._task.system.trace is not None:
            answered = self._task.traced("AES", call.name, shown_arguments(call, arrays))

        def finish(result: Any) -> None:
            try:
                if isinstance(result, Exception):
                    raise result
                call.put_results(arrays, result)
            except _ARGUMENT_ERRORS:
                # GEM would have crashed, or drawn over memory.
                self._task.wrong("AES", call.name)
                arrays.put("i", 0, [0])
            arrays.finish()
            if answered is not None:
                answered(aes_answer(call, arrays.out, arrays.address, self._space, arrays))

        try:
            result = self._methods[arrays.number](*call.arguments(arrays))
        except _ARGUMENT_ERRORS as error:
            result = error
        return self._task.carry_out(result, finish, wrong=_ARGUMENT_ERRORS)

    def tree(self, at: int) -> gem.Tree:
        """Return the tree at an address; the menu bar is always the same object."""
        menu = self._used.get(_MENU)
        return menu.tree if menu is not None and menu.at == at else self._tree_at(at)

    def _tree_at(self, at: int) -> gem.Tree:
        return tree_at(self._space, at, self._task.draw_user)

    def check_trees(self) -> None:
        """Remove the menu bar or desktop if the program has damaged its tree, before other programs use it.

        A desktop includes objects that the program has linked to it later.
        """
        for name, use in list(self._used.items()):
            data = self._space.read(use.at, use.size)
            if data != use.data:
                self._used[name] = use._replace(data=data)
                if name == _DESK:
                    self._extend(use)
                if gem.tree_fault(use.tree) is not None or (name == _MENU and gem.menu_fault(use.tree) is not None):
                    self._drop(name)

    def _extend(self, use: _UsedTree) -> None:
        with suppress(ValueError):
            tree = self._tree_at(use.at)
            if len(use.tree) < len(tree) <= _MAX_DESK_OBJECTS:
                use.tree[:] = tree
                self._use(_DESK, use.at, use.tree)

    def _use(self, name: str, at: int, tree: gem.Tree) -> None:
        size = OBJECT_SIZE * sum(isinstance(obj, MemoryObject) for obj in tree)
        self._used[name] = _UsedTree(at, size, tree, b"")

    def _drop(self, name: str) -> None:
        use = self._used.pop(name, None)
        if use is not None and name == _MENU:
            self._gem.menu_bar(use.tree, False)
        elif use is not None:
            self._gem.wind_set(DESKTOP, gem.Wf.WF_NEWDESK, None)

    # ---- applications

    def appl_init(self) -> int:
        ap_id = self._gem.appl_init()
        self._task.knows_gem = True
        self._space.put_word(self._global, _VERSION)
        self._space.put_word(self._global + 2, -1)
        self._space.put_word(self._global + 4, ap_id)
        return ap_id

    async def appl_read(self, _id: int, size: int, at: int) -> int:
        """Wait for a message and write its first ``size`` bytes; the rest is lost."""
        data = self._message_bytes(await self._gem.evnt_mesag())
        self._space.write(at, data[: max(size, 0)])
        return 1

    def appl_write(self, ap_id: int, size: int, at: int) -> int:
        """Send a message; only its first 16 bytes arrive."""
        data = self._space.read(at, min(max(size, 0), _MESSAGE_SIZE)).ljust(_MESSAGE_SIZE, b"\0")
        return int(self._gem.appl_write(ap_id, gem.Message(*struct.unpack(">8h", data))))

    def appl_find(self, name: str) -> int:
        """Return the id of a program by exactly eight characters in upper case, padded with blanks, or -1."""
        wanted = name[:_APPLICATION_CHARS]
        is_exact = len(wanted) == _APPLICATION_CHARS and wanted == wanted.upper() and "." not in wanted
        return self._gem.appl_find(wanted) if is_exact else -1

    def appl_search(self, mode: int, at: int) -> tuple[int, int, int]:
        application = self._gem.appl_search(mode)  # type: ignore[arg-type]
        if application is None:
            return 0, 0, 0
        self._space.put_string(at, charset.encode(application.name, "replace"))
        return 1, int(application.kind), application.ap_id

    def _message_bytes(self, message: gem.Message) -> bytes:
        """Return a message in its buffer format. AP_TERM ends a program that does not support it."""
        if message.type == gem.Msg.AP_TERM and not self._knows_term:
            raise End(0)
        return struct.pack(">8H", *(int(word) & 0xFFFF for word in message))

    # ---- events

    async def evnt_keybd(self) -> int:
        """Return the next key, first the keys that GEMDOS has seen but not read."""
        return await self._task.next_key()

    async def evnt_button(self, clicks: int, mask: int, state: int) -> tuple[int, ...]:
        event = await self._gem.evnt_button(clicks, mask, state)
        return event.clicks, event.x, event.y, event.buttons, event.shift

    async def evnt_mouse(self, leave: int, rect: gem.GRect) -> tuple[int, ...]:
        event = await self._gem.evnt_mouse(bool(leave), rect)
        return event.x, event.y, event.buttons, event.shift

    async def evnt_mesag(self, at: int) -> None:
        self._space.write(at, self._message_bytes(await self._gem.evnt_mesag()))

    async def evnt_timer(self, low: int, high: int) -> None:
        await self._gem.evnt_timer(_milliseconds(low, high))

    async def evnt_multi(self, words: Sequence[int], at: int) -> tuple[int, ...]:
        flags, clicks, mask, state = words[:4]
        event: gem.MultiEvent = await self._task.evnt_multi(
            gem.Mu(flags & 0x3F),
            clicks=clicks,
            mask=mask,
            state=state,
            m1=gem.MouseRect(bool(words[4]), gem.GRect(*words[5:9])),
            m2=gem.MouseRect(bool(words[9]), gem.GRect(*words[10:14])),
            ms=_milliseconds(words[14], words[15]),
        )
        if event.events & gem.MU_MESAG and event.message is not None:
            self._space.write(at, self._message_bytes(event.message))
        return int(event.events), event.x, event.y, event.buttons, event.shift, event.key, event.clicks

    # ---- menus

    def menu_bar(self, show: int, at: int) -> None:
        """Show or remove a menu bar. Raises ValueError if the tree is not a menu."""
        if not show:
            self._drop(_MENU)
            return
        tree = self.tree(at)
        if gem.menu_fault(tree) is not None:
            raise ValueError("no menu")
        self._gem.menu_bar(tree, True)
        self._use(_MENU, at, tree)

    def menu_text(self, tree: gem.Tree, item: int, text: int) -> None:
        """Overwrite the text of a menu entry in place."""
        spec: int = getattr(tree[item & 0x7FFF], "spec_at", 0)
        self._space.put_string(self._space.long(spec), self._space.string(text, _PATH_SIZE))

    # ---- objects

    def objc_draw(self, tree: gem.Tree, start: int, depth: int, clip: gem.GRect) -> Steps[None]:
        for _ in self._gem.objc_draw_steps(tree, start, depth, self._clip(clip)):
            self._task.spend(AES_OBJECT)
            yield

    def objc_change(self, tree: gem.Tree, obj: int, clip: gem.GRect, state: int, redraw: int) -> None:
        self._gem.objc_change(tree, obj, self._clip(clip), gem.ObState(state), bool(redraw))

    def objc_order(self, tree: gem.Tree, obj: int, position: int) -> None:
        outside = MemoryObject(self._space, tree[0].at - OBJECT_SIZE) if isinstance(tree[0], MemoryObject) else None
        self._gem.objc_order(tree, obj, position, outside)

    def _clip(self, clip: gem.GRect) -> gem.GRect:
        """Return the rectangle, or the screen's if it has no width or height, which stops GEM from clipping."""
        return clip if clip.w and clip.h else gem.GRect(0, 0, self._gem.width, self._gem.height)

    # ---- forms

    async def form_alert(self, default: int, text: str) -> int:
        return await self._gem.show_alert(default, gem.read_alert(text))

    def form_keybd(self, tree: gem.Tree, obj: int, key: int, following: int) -> tuple[int, int, int]:
        step = self._gem.form_keybd(tree, obj, key)
        if step.key:
            return int(step.go_on), following, step.key
        # Return without a default object changes no object.
        return int(step.go_on), 0 if step.go_on and key in (keys.RETURN, keys.ENTER) else step.obj, 0

    # ---- the mouse

    def graf_mouse(self, number: int, form: int) -> None:
        if number == gem.MouseNumber.USER_DEF:
            self._task.physical.vsc_form(self._space.words(form, _MOUSE_FORM_WORDS))
            self._gem.graf_mouse(number, self._task.physical.pointer.form)  # which also draws it
        else:
            self._task.change_pointer(partial(self._gem.graf_mouse, number))

    def graf_mkstate(self) -> tuple[int, ...]:
        self._task.attend()
        return self._gem.graf_mkstate()

    # ---- the clipboard and the file selector

    def scrp_read(self, at: int) -> None:
        self._space.put_string(at, charset.encode(self._gem.scrp_read(), "replace")[:_PATH_SIZE])

    async def fsel_exinput(self, path: int, name: int, title: str = "") -> tuple[int, int]:
        drives = self._task.system.drives
        start = drives.selector_path(text_at(self._space, path))
        chosen = text_at(self._space, name, _NAME_SIZE)
        result = await (self._gem.fsel_exinput(start, chosen, title) if title else self._gem.fsel_input(start, chosen))
        back = charset.encode(drives.program_path(result.path), "replace")
        self._space.put_string(path, back[: _PATH_SIZE - 1])
        self._space.put_string(name, charset.encode(result.name, "replace")[: _NAME_SIZE - 1])
        return 1, int(result.button)

    fsel_input = fsel_exinput

    # ---- windows

    def wind_set(self, handle: int, field: int, words: Sequence[int]) -> int:
        wf, pointer = gem.Wf(field), (words[2] & 0xFFFF) << 16 | words[3] & 0xFFFF
        if wf in (gem.Wf.WF_NAME, gem.Wf.WF_INFO):
            # GEM stores the address, and reads the text each time it draws it.
            return int(self._gem.wind_set(handle, wf, partial(self._text, pointer)))
        if wf == gem.Wf.WF_NEWDESK:
            self._drop(_DESK)
            if pointer:
                tree = self._tree_at(pointer)
                if not 0 <= words[4] < len(tree) <= _MAX_DESK_OBJECTS:
                    raise ValueError("no such object, or too many")
                self._gem.wind_set(handle, wf, tree, words[4])
                self._use(_DESK, pointer, tree)
            return 1
        if wf in (gem.Wf.WF_CURRXYWH, gem.Wf.WF_ICONIFY, gem.Wf.WF_UNICONIFY, gem.Wf.WF_UNICONIFYXYWH):
            return int(self._gem.wind_set(handle, wf, gem.GRect(*words[2:6])))
        return int(self._gem.wind_set(handle, wf, words[2]))

    def _text(self, at: int) -> str:
        try:
            return text_at(self._space, at)
        except Crash:
            # Another program may draw this text and must not crash.
            return ""

    def wind_new(self) -> None:
        """Do nothing: GEM removes a program's windows and menus when it ends."""

    # ---- resources

    def rsrc_load(self, name: str) -> Steps[int]:
        """Load a resource and write its addresses to the array global; earlier resources stay in memory."""
        # Code that GEM calls between the steps may use another array.
        space, at, data = self._space, self._global, self._files.find(name)
        if data is None:
            return 0
        resource = yield from MemoryResource.load(self._gem, space, self._task.heap, data)
        if resource is None:
            return 0
        space.put_long(at + _OWN_TREES, resource.trees)
        space.put_long(at + _OWN_HEADER, resource.at)
        space.put_word(at + _OWN_SIZE, resource.size)
        return 1

    # Only the array global selects the resource of a call. A program may have several resources, each with a separate
    # global, or contain a resource or only trees and write the addresses to global directly.

    def rsrc_free(self) -> int:
        at = self._space.long(self._global + _OWN_HEADER)
        return int(at != 0 and self._task.heap.mfree(at))

    def rsrc_gaddr(self, kind: int, index: int) -> tuple[int, ...]:
        place = self._own_tree(index) if kind == _TREE_TYPE else 0
        resource = self._own_resource()
        at = self._space.long(place) if place else resource.address(kind, index) if resource is not None else 0
        return (1, at) if at else (0,)

    def rsrc_saddr(self, kind: int, index: int, at: int) -> int:
        place = self._own_tree(index) if kind == _TREE_TYPE else 0
        if place:
            self._space.put_long(place, at)
            return 1
        resource = self._own_resource()
        return int(resource is not None and resource.set_address(kind, index, at))

    def _own_resource(self) -> MemoryResource | None:
        at = self._space.long(self._global + _OWN_HEADER)
        return MemoryResource(self._space, at) if at else None

    def _own_tree(self, index: int) -> int:
        """Return the address of a tree's entry in the table built by the program, or 0 without such a table."""
        trees, resource = self._space.long(self._global + _OWN_TREES), self._own_resource()
        own = trees and index >= 0 and (resource is None or trees != resource.trees)
        return trees + 4 * index if own else 0

    def rsrc_obfix(self, tree: int, obj: int) -> None:
        if not 0 <= obj < 0x8000:
            raise ValueError(f"object {obj}")
        self._gem.rsrc_obfix([MemoryObject(self._space, tree + OBJECT_SIZE * obj)], 0)

    # ---- the shell

    def shel_read(self, command: int, tail: int) -> None:
        name, text = self._gem.shel_read()
        data = charset.encode(text, "replace")[:126]
        self._space.put_string(command, charset.encode(name, "replace")[: _PATH_SIZE - 1])
        self._space.put_string(tail, bytes([len(data)]) + data)

    def shel_write(self, what: int, command: str, tail: int) -> int:
        """Start another program in parallel; with ``what`` 9, note that this program supports AP_TERM."""
        if what == 9:
            self._knows_term = True
            return 1
        size, *_ = self._space.read(tail, 1)
        text = charset.decode(self._space.read(tail + 1, size).split(b"\0")[0])
        return self._gem.shel_write(command.replace("\\", ":").rpartition(":")[2], text)

    def shel_get(self, at: int, size: int) -> int:
        """Read from the shell's buffer, which is empty until a program writes to it."""
        self._space.write(at, self._shell[:size].ljust(size, b"\0"))
        return 1

    def shel_put(self, at: int, size: int) -> int:
        """Write to the shell's buffer; each program has a separate one."""
        self._shell = self._space.read(at, size)
        return 1

    def shel_find(self, at: int) -> int:
        path = self._files.path_of(text_at(self._space, at, _PATH_SIZE))
        if path is None:
            return 0
        self._space.put_string(at, charset.encode(path, "replace")[: _PATH_SIZE - 1])
        return 1

    def shel_envrn(self, at: int, name: str) -> None:
        value = self._gem.shel_envrn(name.rstrip("="))
        self._space.put_long(at, self._space.intern(charset.encode(value, "replace")) if value is not None else 0)


def _milliseconds(low: int, high: int) -> int:
    return (high & 0x7FFF) << 16 | low & 0xFFFF
