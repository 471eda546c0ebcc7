package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.LongNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.http.HttpQueryParameters;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.kube.schema.FieldViolation;

/**
 * The query parameters of a log request.
 *
 * @param since      null for all
 * @param tailLines  negative for all
 * @param limitBytes negative for no limit
 */
record SimulatedLogQueryParameters(String container, boolean follow, boolean previous, boolean timestamps,
        @Nullable Instant since,
        long tailLines, long limitBytes) {

    static SimulatedLogQueryParameters parse(HttpQueryParameters query, String pod, Instant now)
            throws SimulatedApiException {
        var causes = new ArrayList<StatusCause>();
        long tail = parseNumber(query, "tailLines", 0, causes);
        long limit = parseNumber(query, "limitBytes", 1, causes);
        long seconds = parseNumber(query, "sinceSeconds", 1, causes);
        if (!causes.isEmpty()) {
            throw SimulatedApiException.invalid(new ErrorSubject("", "PodLogOptions", pod), List.copyOf(causes));
        }
        var since = seconds < 0 ? parseTime(query.firstValue("sinceTime", "")) : now.minusSeconds(seconds);
        return new SimulatedLogQueryParameters(query.firstValue("container", ""), query.isTrue("follow"),
                query.isTrue("previous"),
                query.isTrue("timestamps"), since, tail, limit);
    }

    private static long parseNumber(HttpQueryParameters query, String name, long minimum, List<StatusCause> causes)
            throws SimulatedApiException {
        var text = query.firstValue(name, "");
        if (text.isEmpty()) {
            return -1;
        }
        try {
            long number = Long.parseLong(text);
            if (number < minimum) {
                causes.add(StatusCause.of(FieldViolation.invalid(name, LongNode.valueOf(number),
                        "must be greater than " + (minimum == 0 ? "or equal to 0" : "0"))));
            }
            return number;
        } catch (NumberFormatException e) {
            throw SimulatedApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static @Nullable Instant parseTime(String text) throws SimulatedApiException {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw SimulatedApiException
                    .badRequest("parsing time \"" + text + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" + text
                            + "\" as \"2006\"");
        }
    }
}
