"""The functions that `fortytwo.h` declares: positions of forty-two for programs in C."""

from fortytwo.engine.errors import ImpossiblePositionError
from fortytwo.engine.games.forty_two.position import Position

from libc.math cimport INFINITY
from libc.stdint cimport UINT64_MAX, int16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport strncpy

from cpython.pycapsule cimport PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject

from fortytwo.engine._trick_position cimport TrickPosition
from fortytwo.engine._tricks cimport (
    SEATS, TrickRules, TrickState, legal, lowest, only, place, take_back,
)
from fortytwo.solver._search cimport allow
from fortytwo.solver._solver cimport Solver


cdef extern from "fortytwo.h":
    enum:
        FT_VERSION
        FT_DOMINOES

    ctypedef struct ft_state:
        pass

    ctypedef struct ft_api:
        int version
        int size
        ft_state *(*load)(const char *text, char *message, size_t room)
        ft_state *(*copy)(const ft_state *state)
        void (*free)(ft_state *state)
        int (*turn)(const ft_state *state) noexcept nogil
        int (*points)(const ft_state *state, int side) noexcept nogil
        uint32_t (*hand)(const ft_state *state, int seat) noexcept nogil
        uint32_t (*legal)(const ft_state *state) noexcept nogil
        int (*play)(ft_state *state, int domino) noexcept nogil
        int (*undo)(ft_state *state) noexcept nogil
        int (*solve)(const ft_state *state) noexcept nogil
        uint32_t (*analyse)(const ft_state *state, int *points) noexcept nogil


# What a client knows as `ft_state`. Search and rules belong to objects of Python, kept alive.
cdef struct Held:
    TrickState now
    const TrickRules *rules
    int first                        # plays that were made before it was loaded
    PyObject *position
    PyObject *solver


cdef Held *hold(TrickPosition position, Solver solver) except NULL:
    cdef Held *held = <Held *>malloc(sizeof(Held))
    if held == NULL:
        raise MemoryError("a position")
    held.now = position.state
    held.rules = &position.table.rules
    held.first = position.state.plies
    held.position = <PyObject *>position
    held.solver = <PyObject *>solver
    Py_INCREF(position)
    Py_INCREF(solver)
    return held


cdef ft_state *ft_load(const char *text, char *message, size_t room) noexcept with gil:
    try:
        position = Position.parse((<bytes>text).decode() if text != NULL else "")
        if position.tricks is None:
            raise ImpossiblePositionError("no trick game yet: its first lead may be called")
        return <ft_state *>hold(position, Solver())
    except Exception as error:
        if message != NULL and room > 0:
            reason = str(error).encode()
            strncpy(message, reason, room - 1)
            message[room - 1] = 0
        return NULL


cdef ft_state *ft_copy(const ft_state *state) noexcept with gil:
    cdef const Held *held = <const Held *>state
    cdef Held *copy
    try:
        copy = hold(<TrickPosition>held.position, Solver())
    except MemoryError:
        return NULL
    copy.now = held.now
    copy.first = held.first
    return <ft_state *>copy


cdef void ft_free(ft_state *state) noexcept with gil:
    cdef Held *held = <Held *>state
    if held != NULL:
        Py_DECREF(<object>held.position)
        Py_DECREF(<object>held.solver)
        free(held)


cdef int ft_turn(const ft_state *state) noexcept nogil:
    cdef const TrickState *now = &(<const Held *>state).now
    return now.turn if now.placed or now.hands[now.turn] else -1


cdef int ft_points(const ft_state *state, int side) noexcept nogil:
    return (<const Held *>state).now.points[side] if side == 0 or side == 1 else -1


cdef uint32_t ft_hand(const ft_state *state, int seat) noexcept nogil:
    return <uint32_t>(<const Held *>state).now.hands[seat] if 0 <= seat < SEATS else 0


cdef uint32_t ft_legal(const ft_state *state) noexcept nogil:
    cdef const Held *held = <const Held *>state
    return <uint32_t>legal(held.rules, &held.now)


cdef int ft_play(ft_state *state, int domino) noexcept nogil:
    cdef Held *held = <Held *>state
    if not 0 <= domino < FT_DOMINOES or not legal(held.rules, &held.now) & only(domino):
        return 0
    place(held.rules, &held.now, domino)
    return 1


cdef int ft_undo(ft_state *state) noexcept nogil:
    cdef Held *held = <Held *>state
    if held.now.plies == held.first:
        return 0
    take_back(held.rules, &held.now)
    return 1


# A solver is asked without its lock: a state belongs to one thread at a time.
cdef void turn_to(Solver solver, const Held *held) noexcept nogil:
    allow(&solver.search, UINT64_MAX, INFINITY)
    solver.turn_to(held.rules, &held.now)


cdef int ft_solve(const ft_state *state) noexcept nogil:
    cdef const Held *held = <const Held *>state
    turn_to(<Solver>held.solver, held)
    return (<Solver>held.solver).final_of(&held.now)


cdef uint32_t ft_analyse(const ft_state *state, int *points) noexcept nogil:
    cdef const Held *held = <const Held *>state
    cdef int16_t finals[64]
    cdef uint32_t moves = ft_legal(state), left = moves
    turn_to(<Solver>held.solver, held)
    (<Solver>held.solver).final_after_each(&held.now, finals)
    while left:
        points[lowest(left)] = finals[lowest(left)]
        left &= left - 1
    return moves


cdef ft_api functions
functions.version = FT_VERSION
functions.size = sizeof(ft_api)
functions.load = ft_load
functions.copy = ft_copy
functions.free = ft_free
functions.turn = ft_turn
functions.points = ft_points
functions.hand = ft_hand
functions.legal = ft_legal
functions.play = ft_play
functions.undo = ft_undo
functions.solve = ft_solve
functions.analyse = ft_analyse

API = PyCapsule_New(&functions, "fortytwo.solver.games.forty_two._embed.API", NULL)
