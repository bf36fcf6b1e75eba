"""``gemport completion bash|zsh|fish``: print a script that completes commands and options in a shell."""

import argparse

from gemport.cli.terminal import print_out


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("shell", choices=tuple(_SCRIPTS), help="the shell")
    command.epilog = """files for the output:
  bash  ~/.local/share/bash-completion/completions/gemport
  zsh   _gemport, in a folder of $fpath
  fish  ~/.config/fish/completions/gemport.fish

examples:
  gemport completion bash"""
    command.set_defaults(run=lambda given: completion(given.shell))


def completion(shell: str) -> int:
    """Run the command; return the exit status."""
    print_out(_SCRIPTS[shell](_options()).rstrip())
    return 0


def _options() -> dict[str, dict[str, tuple[str, str]]]:
    """Return the choices and the help of each option, by command; the program's own are under an empty name."""
    # Imported here: the module has all commands.
    from gemport.cli.main import command_parsers

    main, commands = command_parsers()
    return {
        name: {
            option: (" ".join(map(str, action.choices or ())), str(action.help))
            for action in parser._actions
            for option in action.option_strings
            if action.help != argparse.SUPPRESS
        }
        for name, parser in {"": main, **commands}.items()
    }


def _bash(found: dict[str, dict[str, tuple[str, str]]]) -> str:
    """Return the script for bash."""
    cases = []
    for name, known in found.items():
        for option, (choices, _) in known.items():
            if choices:
                cases.append(f'        "{name} {option}") words="{choices}" ;;')
        words = " ".join([*known, *(filter(None, found) if not name else ())])
        cases.append(f'        "{name} "*) words="{words}" ;;')
    return "\n".join(
        [
            "# Made by gemport completion.",
            "_gemport() {",
            '    local words word="${COMP_WORDS[COMP_CWORD]}" command=""',
            '    [ "$COMP_CWORD" -gt 1 ] && command="${COMP_WORDS[1]}"',
            '    case "$command ${COMP_WORDS[COMP_CWORD-1]}" in',
            *cases,
            "    esac",
            '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
            "}",
            "complete -o default -F _gemport gemport",
            "",
        ]
    )


def _zsh(found: dict[str, dict[str, tuple[str, str]]]) -> str:
    """Return the script for zsh; it also reads functions for bash."""
    head = "#compdef gemport\nautoload -U +X bashcompinit && bashcompinit\n"
    return head + _bash(found)


def _fish(found: dict[str, dict[str, tuple[str, str]]]) -> str:
    """Return the script for fish."""
    lines = ["# Made by gemport completion."]
    lines.append(f"complete -c gemport -n __fish_use_subcommand -a '{' '.join(filter(None, found))}'")
    for name, known in found.items():
        condition = f"'__fish_seen_subcommand_from {name}'" if name else "__fish_use_subcommand"
        for option, (choices, text) in known.items():
            flag = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            values = f" -xa '{choices}'" if choices else ""
            quoted = text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%")
            lines.append(f"complete -c gemport -n {condition} {flag}{values} -d '{quoted}'")
    return "\n".join([*lines, ""])


_SCRIPTS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
