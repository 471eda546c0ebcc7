package tessera.lint.finding;

/**
 * Something that a manifest should not have.
 *
 * @param id       names it for ever, e.g. {@code gpu-limit-missing}
 * @param title    what is looked for, in a few words
 * @param why      one sentence
 * @param mending  what its findings come with
 * @param instead  what is to be done where a finding comes with nothing, in a sentence; may be empty
 * @param cluster  whether it takes a cluster to tell
 * @param admission what a server makes of it, whatever cluster it is of
 */
public record LintRule(String id, LintSeverity severity, String title, String why, FixKind mending, String instead,
        boolean cluster, Admission admission) {

    /** What a server makes of a manifest that breaks a rule. */
    public enum Admission {
        /** It takes it. */
        TAKEN,
        /** It refuses it, or drops what is wrong without a word: that is for the sender to say. */
        DROPPED,
        /** It refuses it. */
        REFUSED
    }

    /** What findings of a rule come with. */
    public enum FixKind {
        /** Edits for some findings, all of which can be applied without asking anybody. */
        FIX("yes"),
        /** Edits among which people choose. */
        CHOICE("choose"),
        /** Some with the one, some with the other. */
        BOTH("yes, or choose"),
        /** No edit of a manifest can be right. */
        NONE("");

        private final String words;

        FixKind(String words) {
            this.words = words;
        }

        /** As a table has it. */
        public String words() {
            return words;
        }

        /** What goes by whether there are fixes, and whether there are ways to choose among. */
        public static FixKind of(boolean fix, boolean choice) {
            return fix ? choice ? BOTH : FIX : choice ? CHOICE : NONE;
        }
    }
}
