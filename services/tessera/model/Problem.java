package tessera.model;

import java.util.Map;
import tessera.text.ForeignMessage;
import tessera.text.OptionalText;
import tessera.text.Reason;
import tessera.text.SentenceJoiner;

/**
 * A problem, in words fit to show.
 *
 * @param kind   what sort of trouble it is; decides the remedy that is offered
 * @param reason what could not be done, and what the user can do
 * @param detail the other side's own words, verbatim up to 16 KiB; empty when there are none
 */
public record Problem(OperationProblemKind kind, Reason reason, String detail) {

    /** Longer than what anybody reads; the other side may say a megabyte. */
    private static final int LONGEST = 16 << 10;

    /** A problem with the thing it concerns in front of its sentence. */
    record ProblemOfSubject(Reason subject, Reason problem) implements Reason {

        @Override
        public String remedyText() {
            return problem.remedyText();
        }
    }

    /**
     * A problem as the reason of something else.
     *
     * @param advising whether the remedy is a part of the text
     */
    private record ProblemReason(Problem problem, boolean advising) implements Reason {

        @Override
        public String code() {
            return problem.reason.code();
        }

        @Override
        public String text() {
            return advising ? problem.textWithRemedy() : problem.problemText();
        }

        @Override
        public String remedyText() {
            return advising ? "" : problem.remedy();
        }

        @Override
        public Map<String, Object> fieldValues() {
            return problem.reason.fieldValues();
        }
    }

    public Problem {
        detail = ForeignTextSanitizer.abbreviate(detail, LONGEST);
    }

    /** A kind of problem. */
    public enum OperationProblemKind {
        /** A file the user gave cannot be understood. */
        CONFIGURATION,
        /** Nobody answers at the address. */
        UNREACHABLE,
        /** The other side's certificate is not trusted. */
        UNTRUSTED,
        /** The credential is missing, wrong or expired (401). */
        UNAUTHENTICATED,
        /** The user may not do this (403). */
        FORBIDDEN,
        /** It does not exist (404). */
        NOT_FOUND,
        /** The world moved on since this was planned (409). */
        CONFLICT,
        /** The request was understood and refused as wrong (400, 422). */
        INVALID,
        /** No answer in time. */
        TIMEOUT,
        /** The other side is overloaded or broken (429, 5xx). */
        OVERLOADED,
        /** The answer is not what the protocol promises. */
        GARBLED,
        /** Read-only mode refused to send it. */
        READ_ONLY,
        /** None of the above: a defect. */
        UNEXPECTED
    }

    /** Returns the problem that a reason tells, with its remedy. */
    public static Problem of(OperationProblemKind kind, Reason reason) {
        return new Problem(kind, reason, "");
    }

    /** Returns the problem that another program tells, in its own words. */
    public static Problem of(OperationProblemKind kind, String message) {
        return of(kind, new ForeignMessage(message));
    }

    public Problem withDetail(String text) {
        return new Problem(kind, reason, text);
    }

    /** Returns the problem with the thing it concerns in front of the headline. */
    public Problem withContext(Reason subject) {
        return new Problem(kind, new ProblemOfSubject(subject, reason), detail);
    }

    public Problem withRemedy(String advice) {
        return new Problem(kind, reason.withRemedy(advice), detail);
    }

    /** Returns the problem as the reason of something else, with its detail. */
    public Reason toReason() {
        return new ProblemReason(this, false);
    }

    /** Returns the problem as the reason of something else, with its detail and remedy in the text. */
    public Reason toReasonWithRemedy() {
        return new ProblemReason(this, true);
    }

    /** Returns what could not be done, in one sentence; cut where it is very long. */
    public String headline() {
        return ForeignTextSanitizer.abbreviate(reason.text(), LONGEST);
    }

    /** Returns what the user can do, never cut; empty when nothing is known to help. */
    public String remedy() {
        return reason.remedyText();
    }

    /** Returns the headline, followed by the foreign message when there is one. */
    public String problemText() {
        return headline() + OptionalText.prefixed(": ", detail);
    }

    /** Returns the text, followed by the remedy. */
    public String textWithRemedy() {
        return remedy().isEmpty() ? problemText() : SentenceJoiner.withFullStop(problemText()) + " " + remedy();
    }

    @Override
    public String toString() {
        return kind + ": " + textWithRemedy();
    }

    /** Returns the text and the remedy on one line, so that scripts can log it. */
    public String singleLine() {
        return ForeignTextSanitizer.singleLine(textWithRemedy()).strip();
    }
}
