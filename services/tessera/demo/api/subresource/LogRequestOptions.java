package tessera.demo.api.subresource;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.http.QueryParameters;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.object.ApiError.ErrorSubject;

/**
 * The query parameters of a log request.
 *
 * @param since      null for all
 * @param tailLines  negative for all
 * @param limitBytes negative for no limit
 */
record LogRequestOptions(String container, boolean follow, boolean previous, boolean timestamps,
        @Nullable Instant since,
        long tailLines, long limitBytes) {

    static LogRequestOptions parse(QueryParameters query, String pod, Instant now) throws ApiError {
        var causes = new ArrayList<Cause>();
        long tail = parseNumber(query, "tailLines", 0, causes);
        long limit = parseNumber(query, "limitBytes", 1, causes);
        long seconds = parseNumber(query, "sinceSeconds", 1, causes);
        if (!causes.isEmpty()) {
            throw ApiError.invalid(new ErrorSubject("", "PodLogOptions", pod), List.copyOf(causes));
        }
        var since = seconds < 0 ? parseTime(query.firstValue("sinceTime", "")) : now.minusSeconds(seconds);
        return new LogRequestOptions(query.firstValue("container", ""), query.isTrue("follow"),
                query.isTrue("previous"),
                query.isTrue("timestamps"), since, tail, limit);
    }

    private static long parseNumber(QueryParameters query, String name, long minimum, List<Cause> causes)
            throws ApiError {
        var text = query.firstValue(name, "");
        if (text.isEmpty()) {
            return -1;
        }
        try {
            long number = Long.parseLong(text);
            if (number < minimum) {
                causes.add(new Cause("FieldValueInvalid", "Invalid value: " + number + ": must be greater than "
                        + (minimum == 0 ? "or equal to 0" : "0"), name));
            }
            return number;
        } catch (NumberFormatException e) {
            throw ApiError.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static @Nullable Instant parseTime(String text) throws ApiError {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw ApiError
                    .badRequest("parsing time \"" + text + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" + text
                            + "\" as \"2006\"");
        }
    }
}
