package tessera.model;

import tessera.text.Reason;
import tessera.text.SentenceJoiner;

/**
 * A problem, in words fit to show.
 *
 * @param kind     what sort of trouble it is; decides the remedy that is offered
 * @param headline one sentence: what could not be done; cut where it is very long
 * @param detail   the other side's own words, verbatim up to 16 KiB; empty when there are none
 * @param remedy   one sentence: what the user can do, never cut; empty when nothing is known to help
 */
public record Problem(OperationProblemKind kind, String headline, String detail, String remedy) {

    /** Longer than what anybody reads; the other side may say a megabyte. */
    private static final int LONGEST = 16 << 10;

    public Problem {
        headline = ForeignTextSanitizer.abbreviate(headline, LONGEST);
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

    public static Problem of(OperationProblemKind kind, String headline) {
        return new Problem(kind, headline, "", "");
    }

    /** Returns the problem that a reason tells, with its remedy. */
    public static Problem of(OperationProblemKind kind, Reason reason) {
        return new Problem(kind, reason.text(), "", reason.remedyText());
    }

    public Problem withDetail(String text) {
        return new Problem(kind, headline, text, remedy);
    }

    /** Returns the problem with the thing it concerns in front of the headline. */
    public Problem withContext(String subject) {
        return new Problem(kind, subject + ": " + headline, detail, remedy);
    }

    public Problem withRemedy(String advice) {
        return new Problem(kind, headline, detail, advice);
    }

    /** Returns the headline, followed by the foreign message when there is one. */
    public String problemText() {
        return detail.isEmpty() ? headline : headline + ": " + detail;
    }

    /** Returns the text, followed by the remedy. */
    public String textWithRemedy() {
        return SentenceJoiner.joinSentences(problemText(), remedy);
    }

    /** Returns the text and the remedy on one line, so that scripts can log it. */
    public String singleLine() {
        return ForeignTextSanitizer.singleLine(textWithRemedy()).strip();
    }
}
