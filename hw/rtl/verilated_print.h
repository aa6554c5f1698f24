#pragma once

/// Where verilated code prints to, instead of standard output: to standard error, but assertions
/// that fail.
extern "C" int verilated_print(const char* format, ...);
