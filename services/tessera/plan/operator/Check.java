package tessera.plan.operator;

import java.util.Locale;
import tessera.model.Problem;
import tessera.model.Sentences;

/**
 * One thing that was looked at before a stack is installed or changed.
 *
 * @param title    what was looked at
 * @param evidence what is so
 * @param remedy   what to do about it; empty where nothing need be done
 */
public record Check(String title, Verdict verdict, String evidence, String remedy) {

    /** What comes of it. */
    public enum Verdict {
        PASS,
        WARN,
        /** It cannot be seen from here; how else it can be is told. */
        UNKNOWN,
        /** It must not be done as things stand. */
        FAIL;

        /** As it is read, e.g. {@code not known}. */
        public String word() {
            return this == UNKNOWN ? "not known" : name().toLowerCase(Locale.ROOT);
        }
    }

    static Check pass(String title, String evidence) {
        return new Check(title, Verdict.PASS, evidence, "");
    }

    static Check warn(String title, String evidence, String remedy) {
        return new Check(title, Verdict.WARN, evidence, remedy);
    }

    static Check unknown(String title, String evidence, String remedy) {
        return new Check(title, Verdict.UNKNOWN, evidence, remedy);
    }

    static Check fail(String title, String evidence, String remedy) {
        return new Check(title, Verdict.FAIL, evidence, remedy);
    }

    /** One sentence without a full stop at its end. */
    String sentence() {
        var words = title + ": " + evidence + (remedy.isEmpty() ? "" : ". " + remedy);
        return Sentences.bare(words);
    }

    Problem refusal() {
        return new Problem(Problem.Kind.INVALID, title, evidence, remedy);
    }
}
