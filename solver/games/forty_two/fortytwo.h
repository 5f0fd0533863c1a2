/* The exact solver of fortytwo for programs in C, C++, Rust and others that can call C.

   The functions live in the Python package: a program links with Python's library, and `ft_open`
   starts Python if it is not running yet. No function but `load`, `copy` and `free` needs it then:
   all others run without its lock, on as many threads as you like. A state belongs to one thread at
   a time.

   Dominoes are numbers: high * (high + 1) / 2 + low, so 0-0 is 0 and 6-6 is 27; sets of dominoes
   are masks of bits. Seats are N 0, E 1, S 2, W 3; sides NS 0, EW 1. */
#ifndef FORTYTWO_H
#define FORTYTWO_H

#ifndef FT_NO_PYTHON
#include <Python.h>    /* before all others, as Python wants it */
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>

#define FT_VERSION 1    /* grows when a function changes */
#define FT_DOMINOES 28

typedef struct ft_state ft_state;

typedef struct ft_api {
    int version;
    int size;    /* of all this in bytes: new functions are added at the end */
    /* A position from its text, such as "N:6-6 / 5-5 / 6-4 / 3-3 ; sixes ; N". NULL if it is none:
       then `message` holds why, cut to `room` bytes; it may be NULL. */
    ft_state *(*load)(const char *text, char *message, size_t room);
    /* The same position once more, for another thread; NULL if memory is short. */
    ft_state *(*copy)(const ft_state *state);
    void (*free)(ft_state *state);
    /* The seat to play, or -1 when all is played. */
    int (*turn)(const ft_state *state);
    /* What a side has taken. */
    int (*points)(const ft_state *state, int side);
    /* What a seat holds; nothing if it sits out. */
    uint32_t (*hand)(const ft_state *state, int seat);
    /* What may be played. */
    uint32_t (*legal)(const ft_state *state);
    /* Play a domino: 1, or 0 if that is not legal and nothing has changed. */
    int (*play)(ft_state *state, int domino);
    /* Take back the last one: 1, or 0 if none has been played since `load`. */
    int (*undo)(ft_state *state);
    /* The points of NS at the end with best play by all, what is taken included. */
    int (*solve)(const ft_state *state);
    /* The same after each legal play, at its number in `points`, which has room for FT_DOMINOES;
       returns what may be played. */
    uint32_t (*analyse)(const ft_state *state, int *points);
} ft_api;

#ifndef FT_NO_PYTHON
/* The functions; NULL if the package cannot be loaded or is older than this header: then `message`
   holds why, cut to `room` bytes; it may be NULL. A program that runs in a virtual environment
   sets PYTHONPATH or PYTHONHOME as Python's own documentation tells. */
static inline const ft_api *ft_open(char *message, size_t room) {
    const ft_api *api = NULL;
    PyObject *module;
    PyGILState_STATE held;
    const char *why = "fortytwo.h is of another version";
    if (!Py_IsInitialized()) {
        Py_InitializeEx(0);
        (void)PyEval_SaveThread();
    }
    held = PyGILState_Ensure();
    module = PyImport_ImportModule("fortytwo.solver.games.forty_two._embed");
    if (module) api = (const ft_api *)PyCapsule_Import("fortytwo.solver.games.forty_two._embed.API", 0);
    Py_XDECREF(module);
    if (!api || api->version != FT_VERSION || api->size < (int)sizeof(ft_api)) {
        PyObject *kind = NULL, *error = NULL, *trace = NULL, *text = NULL;
        if (!api) {
            PyErr_Fetch(&kind, &error, &trace);
            text = error ? PyObject_Str(error) : NULL;
            why = text ? PyUnicode_AsUTF8(text) : "fortytwo cannot be loaded";
        }
        if (message && room) snprintf(message, room, "%s", why ? why : "?");
        Py_XDECREF(text);
        Py_XDECREF(kind);
        Py_XDECREF(error);
        Py_XDECREF(trace);
        PyErr_Clear();
        api = NULL;
    }
    PyGILState_Release(held);
    return api;
}
#endif

#endif
