package tessera.demo.prometheus;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.http.HttpQueryParameters;

/**
 * The parameters of a query request, from its address or its form.
 *
 * @param now for times that are not said
 */
record SimulatedPrometheusQueryParameters(HttpQueryParameters query, Instant now) {

    private static final int MOST_POINTS = 11_000;

    String requiredParameter(String name) throws SimulatedPromqlException {
        var value = query.firstValue(name);
        if (value == null || value.isEmpty()) {
            throw SimulatedPromqlException.badData("invalid parameter \"%s\": missing".formatted(name));
        }
        return value;
    }

    long timeMillis(String name, long otherwise) throws SimulatedPromqlException {
        var text = query.firstValue(name, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            return new BigDecimal(text).movePointRight(3).longValue();
        } catch (NumberFormatException _) {
            try {
                return Instant.parse(text).toEpochMilli();
            } catch (DateTimeParseException _) {
                throw SimulatedPromqlException.badData(
                        "invalid parameter \"%s\": cannot parse \"%s\" to a valid timestamp".formatted(name, text));
            }
        }
    }

    /** Returns the moments of a range in milliseconds since 1970, the first one first. */
    List<Long> rangeMillis() throws SimulatedPromqlException {
        requiredParameter("start");
        requiredParameter("end");
        long start = timeMillis("start", 0);
        long end = timeMillis("end", 0);
        long step = parseStep(requiredParameter("step"));
        if (end < start) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"end\": end timestamp must not be before start time");
        }
        if ((end - start) / step > MOST_POINTS) {
            throw SimulatedPromqlException
                    .badData("exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query "
                            + "resolution (?step=XX)");
        }
        var moments = new ArrayList<Long>();
        for (long at = start; at <= end; at += step) {
            moments.add(at);
        }
        return moments;
    }

    private static long parseStep(String text) throws SimulatedPromqlException {
        long step;
        try {
            step = new BigDecimal(text).movePointRight(3).longValue();
        } catch (NumberFormatException _) {
            step = SimulatedPromqlParser.parseDuration(text).toMillis();
        }
        if (step <= 0) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"step\": zero or negative query resolution step widths are not "
                            + "accepted. Try a positive integer");
        }
        return step;
    }

    List<List<SimulatedPromqlLabelMatcher>> seriesSelectors() throws SimulatedPromqlException {
        var selectors = new ArrayList<List<SimulatedPromqlLabelMatcher>>();
        for (var text : query.allValues("match[]")) {
            selectors.add(SimulatedPromqlParser.parseMatchers(text));
        }
        return selectors;
    }
}
