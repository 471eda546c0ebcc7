package tessera.metrics.exposition;

import java.util.Optional;

/**
 * The result of reading an exposition.
 *
 * @param samples      lines that were delivered
 * @param garbage      lines that could not be read
 * @param firstGarbage the first of those
 * @param sawEof       whether {@code # EOF} was there, which OpenMetrics ends with
 * @param bytes        how much was read
 * @param content      what it was
 * @param endReason       how it ended
 */
public record ExpositionReadResult(long samples, long garbage, Optional<MalformedExpositionLine> firstGarbage,
        boolean sawEof,
        long bytes,
        NonMetricsResponseKind content, ExpositionEndReason endReason) {

    /** The way in which an exposition ended. */
    public enum ExpositionEndReason {
        /** As it should. */
        COMPLETE,
        /** Within a line, which was not delivered because a number that is cut is another number; or before its mark. */
        CUT,
        /** It was longer than anyone wants to read. What came up to there was delivered. */
        TOO_LONG
    }

    /** Returns the problem in a sentence; empty when everything was read. */
    public Optional<String> problemText() {
        if (content != NonMetricsResponseKind.EXPOSITION) {
            return Optional.of(content.problemText());
        }
        return switch (endReason) {
            case TOO_LONG ->
                Optional.of("The answer is too long: only its first %,d bytes were read.".formatted(bytes));
            case CUT -> Optional.of("The answer was cut: what came after its first %,d samples is missing."
                    .formatted(samples));
            case COMPLETE -> firstGarbage.map(first -> (garbage == 1 ? "Line %d could not be read: %s"
                    : garbage + " lines could not be read, the first is line %d: %s")
                    .formatted(first.line(), first.excerpt()));
        };
    }
}
