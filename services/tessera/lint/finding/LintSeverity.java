package tessera.lint.finding;

import java.util.Locale;

/** The severity of a finding. */
public enum LintSeverity {
    /** The server refuses it, or it cannot do what it says. */
    ERROR,
    /** It is accepted and does something else than was probably meant. */
    WARNING,
    /** It works, and would work better otherwise. */
    HINT;

    /** Returns the name for people and programs. */
    public String severityName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
