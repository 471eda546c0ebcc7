package tessera.kube.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.text.OptionalText;

/**
 * A rule of a role: verbs on resources, or on paths that are no resources. An asterisk stands for all.
 *
 * @param verbs           such as {@code get}
 * @param apiGroups       empty text for the core group
 * @param resources       with a subresource as in {@code pods/exec}; one that begins with an asterisk is that of all resources
 * @param resourceNames   the only objects it is about; none for all
 * @param nonResourceUrls a trailing asterisk stands for everything below
 */
public record RbacPolicyRule(List<String> verbs, List<String> apiGroups, List<String> resources,
        List<String> resourceNames, List<String> nonResourceUrls) {

    private static final String ALL = "*";

    public RbacPolicyRule {
        verbs = List.copyOf(verbs);
        apiGroups = List.copyOf(apiGroups);
        resources = List.copyOf(resources);
        resourceNames = List.copyOf(resourceNames);
        nonResourceUrls = List.copyOf(nonResourceUrls);
    }

    /** Reads the rules of a Role or ClusterRole. */
    public static List<RbacPolicyRule> readRules(JsonNode role) {
        var rules = new ArrayList<RbacPolicyRule>();
        for (var rule : role.path("rules")) {
            rules.add(new RbacPolicyRule(textsOf(rule, "verbs"), textsOf(rule, "apiGroups"), textsOf(rule, "resources"),
                    textsOf(rule, "resourceNames"), textsOf(rule, "nonResourceURLs")));
        }
        return List.copyOf(rules);
    }

    private static List<String> textsOf(JsonNode rule, String field) {
        var texts = new ArrayList<String>();
        rule.path(field).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /**
     * Returns whether it allows a verb on a resource, perhaps only of some names.
     *
     * @param subresource empty for the object itself
     */
    public boolean allowsResource(String verb, String apiGroup, String resource, String subresource) {
        var qualified = resource + OptionalText.prefixed("/", subresource);
        return containsOrAll(verbs, verb) && containsOrAll(apiGroups, apiGroup) && (containsOrAll(resources, qualified)
                || (!subresource.isEmpty() && resources.contains("*/" + subresource)));
    }

    /** Returns whether it is about an object of that name. */
    public boolean coversName(String name) {
        return resourceNames.isEmpty() || resourceNames.contains(name);
    }

    /** Returns whether it allows a verb on a path that is no resource. */
    public boolean allowsPath(String verb, String path) {
        return containsOrAll(verbs, verb) && nonResourceUrls.stream().anyMatch(url -> url.equals(ALL)
                || url.equals(path) || (url.endsWith(ALL) && path.startsWith(url.substring(0, url.length() - 1))));
    }

    private static boolean containsOrAll(List<String> allowed, String wanted) {
        return allowed.contains(ALL) || allowed.contains(wanted);
    }
}
