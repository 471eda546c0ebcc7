package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A NetworkPolicy as it was read.
 *
 * @param own   whether pods of the same namespace may reach them
 * @param from  other namespaces whose pods may
 * @param plain whether that is all that it says: no ports, addresses, and nothing about what pods may reach
 */
public record GuardedPods(String namespace, String name, LabelledPods pods, boolean own, List<String> from,
        boolean plain) {

    private static final String NAME = "kubernetes.io/metadata.name";

    public GuardedPods {
        from = List.copyOf(from);
    }

    public static GuardedPods of(JsonNode policy) {
        var spec = policy.path("spec");
        var pods = LabelledPods.of(spec.path("podSelector"));
        boolean own = false;
        var from = new ArrayList<String>();
        boolean plain = pods.plain() && !spec.has("egress") && spec.path("policyTypes").size() == 1
                && spec.at("/policyTypes/0").asText().equals("Ingress") && spec.path("ingress").size() <= 1;
        for (var rule : spec.path("ingress")) {
            plain &= !rule.path("from").isEmpty() && rule.path("ports").isEmpty();
            for (var peer : rule.path("from")) {
                var named = peer.path("namespaceSelector");
                var name = named.path("matchLabels").path(NAME).asText("");
                if (peer.size() == 1 && peer.path("podSelector").isObject() && peer.path("podSelector").isEmpty()) {
                    own = true;
                } else if (peer.size() == 1 && named.size() == 1 && named.path("matchLabels").size() == 1
                        && !name.isEmpty()) {
                    from.add(name);
                } else {
                    plain = false;
                }
            }
        }
        return new GuardedPods(policy.at("/metadata/namespace").asText(), policy.at("/metadata/name").asText(), pods,
                own,
                from, plain);
    }

    /** As a sentence without a full stop. */
    public String words() {
        if (!plain) {
            return "More about %s than can be said in a line".formatted(pods.words());
        }
        var who = new ArrayList<String>();
        if (own) {
            who.add("pods of the namespace");
        }
        who.addAll(from);
        return who.isEmpty() ? "Nobody reaches " + pods.words()
                : "Only %s reach %s".formatted(String.join(", ", who), pods.words());
    }
}
