package tessera.plan.operator;

import java.util.Locale;
import tessera.model.Problem;
import tessera.text.MessageCatalog;

/**
 * The result of a check before a stack is installed or changed.
 *
 * @param check  what was checked
 * @param reason the evidence, and the remedy where one is needed
 */
public record GpuStackPreflightCheckResult(GpuStackPreflightCheck check, PreflightCheckVerdict verdict,
        PreflightReason reason) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackPreflightCheckResult.class);

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
            return MESSAGES.text("verdict", this);
        }

        /** Returns the verdict for programs. */
        public String code() {
            return this == UNKNOWN ? "not known" : name().toLowerCase(Locale.ROOT);
        }
    }

    static GpuStackPreflightCheckResult pass(GpuStackPreflightCheck check, PreflightReason reason) {
        return new GpuStackPreflightCheckResult(check, PreflightCheckVerdict.PASS, reason);
    }

    static GpuStackPreflightCheckResult warn(GpuStackPreflightCheck check, PreflightReason reason) {
        return new GpuStackPreflightCheckResult(check, PreflightCheckVerdict.WARN, reason);
    }

    static GpuStackPreflightCheckResult unknown(GpuStackPreflightCheck check, PreflightReason reason) {
        return new GpuStackPreflightCheckResult(check, PreflightCheckVerdict.UNKNOWN, reason);
    }

    static GpuStackPreflightCheckResult fail(GpuStackPreflightCheck check, PreflightReason reason) {
        return new GpuStackPreflightCheckResult(check, PreflightCheckVerdict.FAIL, reason);
    }

    public String title() {
        return check.text();
    }

    public String evidence() {
        return reason.text();
    }

    /** Returns what to do about it; empty where nothing need be done. */
    public String remedy() {
        return reason.remedyText();
    }

    Problem toProblem() {
        return new Problem(Problem.OperationProblemKind.INVALID, check.withRemedy(remedy()), evidence());
    }
}
