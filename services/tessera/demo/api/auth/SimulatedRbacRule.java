package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.StreamSupport;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** A rule of a role: verbs on resources or paths. */
record SimulatedRbacRule(List<String> verbs, List<String> groups, List<String> resources, List<String> names,
        List<String> paths) {

    private static final String ANY = "*";

    static List<SimulatedRbacRule> rulesOf(JsonNode role) {
        return StreamSupport.stream(role.path("rules").spliterator(), false)
                .map(rule -> new SimulatedRbacRule(textsOf(rule, "verbs"), textsOf(rule, "apiGroups"),
                        textsOf(rule, "resources"),
                        textsOf(rule, "resourceNames"), textsOf(rule, "nonResourceURLs")))
                .toList();
    }

    boolean allows(AuthorizationAttributes attributes) {
        if (!containsOrAny(verbs, attributes.verb())) {
            return false;
        }
        if (!attributes.isResource()) {
            return paths.stream().anyMatch(path -> path.equals(ANY) || path.equals(attributes.path())
                    || (path.endsWith(ANY) && attributes.path().startsWith(path.substring(0, path.length() - 1))));
        }
        return containsOrAny(groups, attributes.group()) && allowsResource(attributes)
                && (names.isEmpty() || names.contains(attributes.name()));
    }

    private boolean allowsResource(AuthorizationAttributes attributes) {
        return containsOrAny(resources, attributes.qualifiedResource())
                || (!attributes.subresource().isEmpty() && resources.contains("*/" + attributes.subresource()));
    }

    boolean isAboutResources() {
        return !resources.isEmpty();
    }

    /** Returns the rule as a rules review prints it. */
    ObjectNode reviewRule() {
        var told = SimulatedStoreJsonCodec.newObject();
        putUnlessEmpty(told, "verbs", verbs);
        if (isAboutResources()) {
            putUnlessEmpty(told, "apiGroups", groups);
            putUnlessEmpty(told, "resources", resources);
            putUnlessEmpty(told, "resourceNames", names);
        } else {
            putUnlessEmpty(told, "nonResourceURLs", paths);
        }
        return told;
    }

    private static void putUnlessEmpty(ObjectNode told, String field, List<String> values) {
        if (!values.isEmpty()) {
            var array = told.putArray(field);
            values.forEach(array::add);
        }
    }

    private static boolean containsOrAny(List<String> allowed, String wanted) {
        return allowed.contains(ANY) || allowed.contains(wanted);
    }

    private static List<String> textsOf(JsonNode rule, String field) {
        return StreamSupport.stream(rule.path(field).spliterator(), false).map(JsonNode::asText).toList();
    }
}
