package tessera.plan.survey;

/**
 * The last write of a field, as the server keeps account of it.
 *
 * @param manager the program that wrote, as it names itself, e.g. {@code kubectl-cordon}
 * @param time    as people read it, e.g. {@code 2026-11-20 15:00:00 UTC}; empty where the server does not tell
 */
public record FieldWrite(String manager, String time) {

    private static final String KUBECTL = "kubectl";

    /** Returns who and when, as the end of a sentence, e.g. {@code by a person with kubectl at 2026-11-20 15:00:00 UTC}. */
    public String byline() {
        return "by " + writer() + (time.isEmpty() ? "" : " at " + time);
    }

    /** Returns the same as evidence, with the program's own name. */
    public String words() {
        return "managedFields: %s%s".formatted(manager, time.isEmpty() ? "" : ", " + time);
    }

    private String writer() {
        if (manager.startsWith(KUBECTL)) {
            return "a person with kubectl";
        }
        return manager.startsWith("Mozilla") ? "a person with a browser" : manager;
    }
}
