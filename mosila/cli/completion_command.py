"""`mosila completion bash|zsh|fish`: a script for the shell that completes verbs, flags and file names."""

from __future__ import annotations

import argparse

from mosila.cli.main import VERBS, make_parser

SHELLS = ("bash", "zsh", "fish")

BASH = """\
_mosila() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" verb="${{COMP_WORDS[1]}}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "{verbs} --help --version" -- "$word")); return; fi
  case "$verb" in
{cases}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _mosila mosila
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `completion`."""
    parser.description = "Print a script that lets the shell complete verbs, flags and file names of mosila."
    parser.epilog = (
        "examples:\n"
        '  eval "$(mosila completion bash)"                 # in ~/.bashrc\n'
        '  eval "$(mosila completion zsh)"                  # in ~/.zshrc\n'
        "  mosila completion fish > ~/.config/fish/completions/mosila.fish"
    )
    parser.add_argument("shell", choices=SHELLS, help="which shell")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    flags = {verb: verb_flags(verb) for verb in VERBS}
    print(_fish(flags) if arguments.shell == "fish" else _bash(flags, arguments.shell == "zsh"), end="")
    return 0


def verb_flags(verb: str) -> dict[str, str]:
    """The flags of a verb with their help."""
    actions = make_parser(verb)._subparsers
    assert actions is not None
    parser = next(action.choices[verb] for action in actions._group_actions if action.choices)  # type: ignore[index]
    return {flag: action.help or "" for action in parser._actions for flag in action.option_strings}


def _bash(flags: dict[str, dict[str, str]], is_zsh: bool) -> str:
    cases = "\n".join(f'    {verb}) flags="{" ".join(found)}" ;;' for verb, found in flags.items())
    text = BASH.format(verbs=" ".join(flags), cases=cases)
    return f"autoload -U +X bashcompinit && bashcompinit\n{text}" if is_zsh else text


def _fish(flags: dict[str, dict[str, str]]) -> str:
    lines = [f"complete -c mosila -n __fish_use_subcommand -a {verb} -d '{_plain(VERBS[verb].help)}'" for verb in flags]
    for verb, found in flags.items():
        for flag, text in found.items():
            kind = f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
            lines.append(f"complete -c mosila -n '__fish_seen_subcommand_from {verb}' {kind} -d '{_plain(text)}'")
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    return text.replace("\\", "").replace("'", "")
