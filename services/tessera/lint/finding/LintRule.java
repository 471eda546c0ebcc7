package tessera.lint.finding;

/**
 * A lint rule: a defect that a manifest should not have.
 *
 * @param id       names it for ever, e.g. {@code gpu-limit-missing}
 * @param title    what is looked for, in a few words
 * @param explanation      one sentence
 * @param fixKind  what its findings come with
 * @param instead  what is to be done where a finding comes with nothing, in a sentence; may be empty
 * @param needsCluster  whether it takes a cluster to tell
 * @param admission what a server makes of it, whatever cluster it is of
 */
public record LintRule(String id, LintSeverity severity, String title, String explanation, RuleFixAvailability fixKind,
        String instead,
        boolean needsCluster, ServerAdmissionResult admission) {

    /** The admission result of a server for a manifest that breaks a rule. */
    public enum ServerAdmissionResult {
        /** It takes it. */
        TAKEN,
        /** It refuses it, or drops what is wrong without a word: that is for the sender to say. */
        DROPPED,
        /** It refuses it. */
        REFUSED
    }

    /** The kind of fixes that findings of a rule have. */
    public enum RuleFixAvailability {
        /** Edits for some findings, all of which can be applied without asking anybody. */
        FIX("yes"),
        /** Edits among which people choose. */
        CHOICE("choose"),
        /** Some with the one, some with the other. */
        BOTH("yes, or choose"),
        /** No edit of a manifest can be right. */
        NONE("");

        private final String text;

        RuleFixAvailability(String text) {
            this.text = text;
        }

        /** Returns the label for a table. */
        public String kindLabel() {
            return text;
        }

        /** Returns the kind by whether there are fixes and alternatives. */
        public static RuleFixAvailability of(boolean fix, boolean choice) {
            if (fix) {
                if (choice) {
                    return BOTH;
                }
                return FIX;
            }
            if (choice) {
                return CHOICE;
            }
            return NONE;
        }
    }
}
