package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.text.MessageCatalog;

/**
 * A NetworkPolicy as it was read: the pods it selects and the sources it admits.
 *
 * @param admitsNamespace   whether pods of the same namespace may reach them
 * @param sources  other namespaces whose pods may
 * @param complete whether that is all that it says: no ports, addresses, and nothing about what pods may reach
 */
public record NetworkPolicySummary(String namespace, String name, PodLabelSelector pods, boolean admitsNamespace,
        List<String> sources, boolean complete) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NetworkPolicySummary.class);
    private static final String NAME = "kubernetes.io/metadata.name";

    public NetworkPolicySummary {
        sources = List.copyOf(sources);
    }

    public static NetworkPolicySummary of(JsonNode policy) {
        var spec = policy.path("spec");
        var pods = PodLabelSelector.of(spec.path("podSelector"));
        boolean own = false;
        var from = new ArrayList<String>();
        boolean plain = pods.complete() && !spec.has("egress") && spec.path("policyTypes").size() == 1
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
        return new NetworkPolicySummary(policy.at("/metadata/namespace").asText(), policy.at("/metadata/name").asText(),
                pods, own, from, plain);
    }

    /** Returns the policy as a sentence without a full stop. */
    public String policyText() {
        if (!complete) {
            return MESSAGES.text("policy.other", pods.podsText());
        }
        var who = new ArrayList<String>();
        if (admitsNamespace) {
            who.add(MESSAGES.text("policy.own"));
        }
        who.addAll(sources);
        if (who.isEmpty()) {
            return MESSAGES.text("policy.none", pods.podsText());
        }
        return MESSAGES.text("policy.only", who, pods.podsText());
    }
}
