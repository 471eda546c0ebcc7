package tessera.lint.finding;

import tessera.text.MessageCatalog;

/**
 * A lint rule: a defect that a manifest should not have.
 *
 * @param id       names it for ever, e.g. {@code gpu-limit-missing}
 * @param fixKind  what its findings come with
 * @param hasRemedy whether there is a sentence on what helps where a finding comes with nothing
 * @param needsCluster  whether it takes a cluster to tell
 * @param admission what a server makes of it, whatever cluster it is of
 */
public record LintRule(String id, LintSeverity severity, RuleFixAvailability fixKind, boolean hasRemedy,
        boolean needsCluster, ServerAdmissionResult admission) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LintRule.class);

    /** Returns what the rule looks for, in a few words. */
    public String title() {
        return MESSAGES.text(id);
    }

    /** Returns why it matters, in a sentence or two. */
    public String explanation() {
        return MESSAGES.text(id + ".why");
    }

    /** Returns what helps where a finding comes with nothing; may be empty. */
    public String instead() {
        return hasRemedy ? MESSAGES.text(id + ".remedy") : "";
    }

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
        FIX,
        /** Edits among which people choose. */
        CHOICE,
        /** Some with the one, some with the other. */
        BOTH,
        /** No edit of a manifest can be right. */
        NONE;

        /** Returns the label for a table. */
        public String kindLabel() {
            return switch (this) {
                case FIX -> MESSAGES.text("fix.yes");
                case CHOICE -> MESSAGES.text("fix.choice");
                case BOTH -> MESSAGES.text("fix.both");
                case NONE -> "";
            };
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
