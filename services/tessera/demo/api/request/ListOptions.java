package tessera.demo.api.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tessera.demo.http.QueryParameters;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.object.ApiError.ErrorSubject;

/**
 * The parameters of lists and watches.
 *
 * @param limit          0 for none
 * @param timeoutSeconds 0 for the server's own
 */
public record ListOptions(String labelSelector, String fieldSelector, String resourceVersion, String versionMatch,
        long limit, String continueToken, boolean watch, boolean bookmarks, boolean initialEvents,
        long timeoutSeconds) {

    private static final Set<String> MATCHES = Set.of("", "Exact", "NotOlderThan");
    private static final String MATCH = "resourceVersionMatch";

    /**
     * Reads and checks them.
     *
     * @param watch whether the path says so, whatever the parameters say
     */
    public static ListOptions parse(QueryParameters query, boolean watch) throws ApiError {
        var options = new ListOptions(query.first("labelSelector", ""), query.first("fieldSelector", ""),
                query.first("resourceVersion", ""), query.first(MATCH, ""), number(query, "limit"),
                query.first("continue", ""), watch || query.flag("watch"), query.flag("allowWatchBookmarks"),
                query.flag("sendInitialEvents"), number(query, "timeoutSeconds"));
        var causes = options.watch() ? options.watchCauses(query) : options.listCauses(query);
        if (!causes.isEmpty()) {
            throw ApiError.invalid(new ErrorSubject("meta.k8s.io", "ListOptions", ""), causes);
        }
        return options;
    }

    private List<Cause> listCauses(QueryParameters query) {
        var causes = new ArrayList<Cause>();
        if (!versionMatch.isEmpty()) {
            if (resourceVersion.isEmpty()) {
                causes.add(forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
            } else if (!continueToken.isEmpty()) {
                causes.add(forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
            } else if (versionMatch.equals("Exact") && resourceVersion.equals("0")) {
                causes.add(forbidden(MATCH, "resourceVersionMatch \"Exact\" is forbidden for resourceVersion \"0\""));
            }
            checkMatch(causes);
        }
        if (query.first("sendInitialEvents") != null) {
            causes.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        return causes;
    }

    private List<Cause> watchCauses(QueryParameters query) {
        var causes = new ArrayList<Cause>();
        boolean asked = query.first("sendInitialEvents") != null;
        if (asked && !versionMatch.equals("NotOlderThan")) {
            causes.add(forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        } else if (!asked && !versionMatch.isEmpty()) {
            causes.add(forbidden(MATCH,
                    "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        checkMatch(causes);
        return causes;
    }

    private void checkMatch(List<Cause> causes) {
        if (!MATCHES.contains(versionMatch)) {
            causes.add(new Cause("FieldValueNotSupported", "Unsupported value: \"" + versionMatch
                    + "\": supported values: \"Exact\", \"NotOlderThan\", \"\"", MATCH));
        }
    }

    private static Cause forbidden(String field, String why) {
        return new Cause("FieldValueForbidden", "Forbidden: " + why, field);
    }

    private static long number(QueryParameters query, String name) throws ApiError {
        var text = query.first(name, "");
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiError.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }
}
