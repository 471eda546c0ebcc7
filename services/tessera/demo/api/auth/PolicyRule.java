package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.StreamSupport;
import tessera.demo.store.StoreJson;

/** One rule of a role: what may be done to what. */
record PolicyRule(List<String> verbs, List<String> groups, List<String> resources, List<String> names,
        List<String> paths) {

    private static final String ANY = "*";

    static List<PolicyRule> of(JsonNode role) {
        return StreamSupport.stream(role.path("rules").spliterator(), false)
                .map(rule -> new PolicyRule(texts(rule, "verbs"), texts(rule, "apiGroups"), texts(rule, "resources"),
                        texts(rule, "resourceNames"), texts(rule, "nonResourceURLs")))
                .toList();
    }

    boolean allows(AccessAttributes access) {
        if (!holds(verbs, access.verb())) {
            return false;
        }
        if (!access.isResource()) {
            return paths.stream().anyMatch(path -> path.equals(ANY) || path.equals(access.path())
                    || (path.endsWith(ANY) && access.path().startsWith(path.substring(0, path.length() - 1))));
        }
        return holds(groups, access.group()) && allowsResource(access)
                && (names.isEmpty() || names.contains(access.name()));
    }

    private boolean allowsResource(AccessAttributes access) {
        return holds(resources, access.qualifiedResource())
                || (!access.subresource().isEmpty() && resources.contains("*/" + access.subresource()));
    }

    boolean aboutResources() {
        return !resources.isEmpty();
    }

    /** As a rules review tells it. */
    ObjectNode told() {
        var told = StoreJson.object();
        put(told, "verbs", verbs);
        if (aboutResources()) {
            put(told, "apiGroups", groups);
            put(told, "resources", resources);
            put(told, "resourceNames", names);
        } else {
            put(told, "nonResourceURLs", paths);
        }
        return told;
    }

    private static void put(ObjectNode told, String field, List<String> values) {
        if (!values.isEmpty()) {
            var array = told.putArray(field);
            values.forEach(array::add);
        }
    }

    private static boolean holds(List<String> allowed, String wanted) {
        return allowed.contains(ANY) || allowed.contains(wanted);
    }

    private static List<String> texts(JsonNode rule, String field) {
        return StreamSupport.stream(rule.path(field).spliterator(), false).map(JsonNode::asText).toList();
    }
}
