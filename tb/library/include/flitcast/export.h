#pragma once

/// What the library gives to others; all else in it is hidden.
#define FLITCAST_EXPORT __attribute__((visibility("default")))
