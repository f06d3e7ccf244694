/* What foreign code may call: messages, errors that do not return, and memory for strings that lives as long as the call. */
#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define MODELICA_NORETURN __attribute__((noreturn))
#else
#define MODELICA_NORETURN
#endif

void ModelicaMessage(const char *string);
void ModelicaFormatMessage(const char *format, ...);
void ModelicaVFormatMessage(const char *format, va_list arguments);
void ModelicaWarning(const char *string);
void ModelicaFormatWarning(const char *format, ...);
void ModelicaVFormatWarning(const char *format, va_list arguments);
MODELICA_NORETURN void ModelicaError(const char *string);
MODELICA_NORETURN void ModelicaFormatError(const char *format, ...);
MODELICA_NORETURN void ModelicaVFormatError(const char *format, va_list arguments);
char *ModelicaAllocateString(size_t length);
char *ModelicaAllocateStringWithErrorReturn(size_t length);
char *ModelicaDuplicateString(const char *string);
char *ModelicaDuplicateStringWithErrorReturn(const char *string);

#ifdef __cplusplus
}
#endif
#endif
