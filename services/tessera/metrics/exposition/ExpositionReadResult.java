package tessera.metrics.exposition;

import java.util.Locale;
import java.util.Optional;
import tessera.metrics.exposition.ExpositionReason.LinesMalformed;
import tessera.metrics.exposition.ExpositionReason.ResponseTooLong;
import tessera.metrics.exposition.ExpositionReason.ResponseTruncated;
import tessera.text.Reason;

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
        boolean sawEof, long bytes, NonMetricsResponseKind content, ExpositionEndReason endReason) {

    /** The way in which an exposition ended. */
    public enum ExpositionEndReason {
        /** As it should. */
        COMPLETE,
        /** Within a line, which was not delivered because a number that is cut is another number; or before its mark. */
        CUT,
        /** It was longer than anyone wants to read. What came up to there was delivered. */
        TOO_LONG
    }

    /** Returns why not everything was read; empty when it was. */
    public Optional<Reason> problem() {
        if (content != NonMetricsResponseKind.EXPOSITION) {
            return Optional.of(content);
        }
        return switch (endReason) {
            case TOO_LONG -> Optional.of(new ResponseTooLong(String.format(Locale.ROOT, "%,d", bytes)));
            case CUT -> Optional.of(new ResponseTruncated(String.format(Locale.ROOT, "%,d", samples)));
            case COMPLETE -> firstGarbage.map(first -> new LinesMalformed(garbage, first.line(), first.excerpt()));
        };
    }
}
