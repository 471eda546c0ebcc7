package tessera.plan.operator;

import java.util.Locale;
import tessera.model.Problem;
import tessera.model.SentenceToClauseConverter;

/**
 * A check before a stack is installed or changed.
 *
 * @param title    what was looked at
 * @param evidence what is so
 * @param remedy   what to do about it; empty where nothing need be done
 */
public record GpuStackPreflightCheckResult(String title, PreflightCheckVerdict verdict, String evidence,
        String remedy) {

    /** So many names are told of things that are alike. */
    static final int NAMED = 4;

    /** The verdict of a check. */
    public enum PreflightCheckVerdict {
        PASS,
        WARN,
        /** It cannot be seen from here; how else it can be is told. */
        UNKNOWN,
        /** It must not be done as things stand. */
        FAIL;

        /** Returns the verdict as shown, e.g. {@code not known}. */
        public String verdictText() {
            return this == UNKNOWN ? "not known" : name().toLowerCase(Locale.ROOT);
        }
    }

    static GpuStackPreflightCheckResult pass(String title, String evidence) {
        return new GpuStackPreflightCheckResult(title, PreflightCheckVerdict.PASS, evidence, "");
    }

    static GpuStackPreflightCheckResult warn(String title, String evidence, String remedy) {
        return new GpuStackPreflightCheckResult(title, PreflightCheckVerdict.WARN, evidence, remedy);
    }

    static GpuStackPreflightCheckResult unknown(String title, String evidence, String remedy) {
        return new GpuStackPreflightCheckResult(title, PreflightCheckVerdict.UNKNOWN, evidence, remedy);
    }

    static GpuStackPreflightCheckResult fail(String title, String evidence, String remedy) {
        return new GpuStackPreflightCheckResult(title, PreflightCheckVerdict.FAIL, evidence, remedy);
    }

    /** Returns one sentence without a full stop. */
    String sentenceText() {
        var text = title + ": " + evidence + (remedy.isEmpty() ? "" : ". " + remedy);
        return SentenceToClauseConverter.withoutFullStop(text);
    }

    Problem toProblem() {
        return new Problem(Problem.OperationProblemKind.INVALID, title, evidence, remedy);
    }
}
