package tessera.lint.finding;

import java.util.Locale;

/** How much a finding matters. */
public enum LintSeverity {
    /** The server refuses it, or it cannot do what it says. */
    ERROR,
    /** It is accepted and does something else than was probably meant. */
    WARNING,
    /** It works, and would work better otherwise. */
    HINT;

    /** As people and programs read it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
