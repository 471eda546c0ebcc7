package tessera.demo.api;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tessera.demo.http.HttpQueryParameters;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.kube.schema.FieldViolation;

/**
 * The query parameters of lists and watches.
 *
 * @param limit          0 for none
 * @param timeoutSeconds 0 for the server's own
 */
record SimulatedListQueryOptions(String labelSelector, String fieldSelector, String resourceVersion,
        String versionMatch, long limit, String continueToken, boolean watch, boolean bookmarks, boolean initialEvents,
        long timeoutSeconds) {

    private static final Set<String> MATCHES = Set.of("", "Exact", "NotOlderThan");
    private static final String MATCH = "resourceVersionMatch";

    /**
     * Parses and validates the parameters.
     *
     * @param watch whether the path says so, whatever the parameters say
     */
    static SimulatedListQueryOptions parse(HttpQueryParameters query, boolean watch) throws SimulatedApiException {
        var options = new SimulatedListQueryOptions(query.firstValue("labelSelector", ""),
                query.firstValue("fieldSelector", ""), query.firstValue("resourceVersion", ""),
                query.firstValue(MATCH, ""), parseNumber(query, "limit", 0), query.firstValue("continue", ""),
                watch || query.isTrue("watch"), query.isTrue("allowWatchBookmarks"), query.isTrue("sendInitialEvents"),
                parseNumber(query, "timeoutSeconds", 0));
        var causes = options.watch() ? options.watchCauses(query) : options.listCauses(query);
        if (!causes.isEmpty()) {
            throw SimulatedApiException.invalid(new ErrorSubject("meta.k8s.io", "ListOptions", ""), causes);
        }
        return options;
    }

    private List<StatusCause> listCauses(HttpQueryParameters query) {
        var causes = new ArrayList<StatusCause>();
        if (!versionMatch.isEmpty()) {
            if (resourceVersion.isEmpty()) {
                causes.add(
                        forbiddenCause(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
            } else if (!continueToken.isEmpty()) {
                causes.add(forbiddenCause(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
            } else if (versionMatch.equals("Exact") && resourceVersion.equals("0")) {
                causes.add(
                        forbiddenCause(MATCH, "resourceVersionMatch \"Exact\" is forbidden for resourceVersion \"0\""));
            }
            checkVersionMatch(causes);
        }
        if (query.firstValue("sendInitialEvents") != null) {
            causes.add(forbiddenCause("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        return causes;
    }

    private List<StatusCause> watchCauses(HttpQueryParameters query) {
        var causes = new ArrayList<StatusCause>();
        boolean asked = query.firstValue("sendInitialEvents") != null;
        if (asked && !versionMatch.equals("NotOlderThan")) {
            causes.add(
                    forbiddenCause(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        } else if (!asked && !versionMatch.isEmpty()) {
            causes.add(forbiddenCause(MATCH,
                    "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        checkVersionMatch(causes);
        return causes;
    }

    private void checkVersionMatch(List<StatusCause> causes) {
        if (!MATCHES.contains(versionMatch)) {
            causes.add(StatusCause.of(FieldViolation.notSupported(MATCH, TextNode.valueOf(versionMatch),
                    List.of("Exact", "NotOlderThan", ""))));
        }
    }

    private static StatusCause forbiddenCause(String field, String reason) {
        return StatusCause.of(FieldViolation.forbidden(field, reason));
    }

    /** Returns a number among the parameters; {@code absent} if it is not there. */
    static long parseNumber(HttpQueryParameters query, String name, long absent) throws SimulatedApiException {
        var text = query.firstValue(name, "");
        try {
            return text.isEmpty() ? absent : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw SimulatedApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }
}
