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
 * The parameters of a log.
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
        long tail = number(query, "tailLines", 0, causes);
        long limit = number(query, "limitBytes", 1, causes);
        long seconds = number(query, "sinceSeconds", 1, causes);
        if (!causes.isEmpty()) {
            throw ApiError.invalid(new ErrorSubject("", "PodLogOptions", pod), List.copyOf(causes));
        }
        var since = seconds < 0 ? time(query.first("sinceTime", "")) : now.minusSeconds(seconds);
        return new LogRequestOptions(query.first("container", ""), query.flag("follow"), query.flag("previous"),
                query.flag("timestamps"), since, tail, limit);
    }

    private static long number(QueryParameters query, String name, long least, List<Cause> causes) throws ApiError {
        var text = query.first(name, "");
        if (text.isEmpty()) {
            return -1;
        }
        try {
            long number = Long.parseLong(text);
            if (number < least) {
                causes.add(new Cause("FieldValueInvalid", "Invalid value: " + number + ": must be greater than "
                        + (least == 0 ? "or equal to 0" : "0"), name));
            }
            return number;
        } catch (NumberFormatException e) {
            throw ApiError.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static @Nullable Instant time(String text) throws ApiError {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw ApiError
                    .badRequest("parsing time \"" + text + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" + text
                            + "\" as \"2006\"");
        }
    }
}
