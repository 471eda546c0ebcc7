package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.demo.store.StoreJson;

/** The next step of a Deployment's rollout: which of its ReplicaSets grow, and which shrink. */
record RolloutStep(ObjectNode deployment, ObjectNode current, List<ObjectNode> old) {

    /** How many pods a set is to have. */
    record SetScale(ObjectNode set, int replicas) {}

    List<SetScale> changes() {
        boolean recreate = StoreJson.text(deployment, "spec", "strategy", "type").equals("Recreate");
        return recreate ? recreation() : rolling();
    }

    private List<SetScale> recreation() {
        var changes = new ArrayList<SetScale>();
        old.stream().filter(set -> ReplicaSets.wanted(set) > 0).forEach(set -> changes.add(new SetScale(set, 0)));
        boolean gone = old.stream().allMatch(set -> set.path("status").path("replicas").asInt() == 0
                && set.path("status").path("terminatingReplicas").asInt() == 0);
        if (changes.isEmpty() && gone) {
            changes.add(new SetScale(current, ReplicaSets.wanted(deployment)));
        }
        return changes;
    }

    private List<SetScale> rolling() {
        var changes = new ArrayList<SetScale>();
        int wanted = ReplicaSets.wanted(deployment);
        int mine = ReplicaSets.wanted(current);
        int others = old.stream().mapToInt(ReplicaSets::wanted).sum();
        int grown = mine > wanted ? wanted
                : Math.min(wanted, mine + Math.max(0, wanted + surge(deployment) - mine
                        - others));
        changes.add(new SetScale(current, grown));
        int ready = available(current);
        int available = ready + old.stream().mapToInt(RolloutStep::available).sum();
        int least = wanted - unavailable(deployment);
        // Old pods that do not work go first; beyond that only as many as are not needed.
        int sick = old.stream().mapToInt(set -> Math.max(0, ReplicaSets.wanted(set) - available(set))).sum();
        int spare = Math.min(mine + others - least - (mine - ready), sick + Math.max(0, available - least));
        for (var set : old.stream().sorted(Comparator.comparing(ReplicaSets::revision)).toList()) {
            int now = ReplicaSets.wanted(set);
            int less = Math.min(now, spare);
            if (less > 0) {
                changes.add(new SetScale(set, now - less));
                spare -= less;
            }
        }
        return changes;
    }

    /** How many pods a new set begins with. */
    static int first(ObjectNode deployment, List<ObjectNode> old) {
        int wanted = ReplicaSets.wanted(deployment);
        int others = old.stream().mapToInt(ReplicaSets::wanted).sum();
        if (StoreJson.text(deployment, "spec", "strategy", "type").equals("Recreate")) {
            return others == 0 && old.stream().allMatch(set -> set.path("status").path("replicas").asInt() == 0)
                    ? wanted
                    : 0;
        }
        return Math.clamp(wanted + surge(deployment) - others, 0, wanted);
    }

    private static int available(ObjectNode set) {
        return set.path("status").path("availableReplicas").asInt();
    }

    /** How many pods may be there beyond what is wanted. */
    static int surge(JsonNode deployment) {
        return share(deployment, "maxSurge", true);
    }

    /** How many pods may be missing. */
    static int unavailable(JsonNode deployment) {
        int missing = share(deployment, "maxUnavailable", false);
        return missing == 0 && surge(deployment) == 0 ? 1 : missing;
    }

    private static int share(JsonNode deployment, String field, boolean up) {
        var spec = deployment.path("spec");
        var value = spec.path("strategy").path("rollingUpdate").path(field);
        if (StoreJson.text(spec, "strategy", "type").equals("Recreate")) {
            return 0;
        }
        if (!value.isTextual()) {
            return value.asInt(0);
        }
        double part = Integer.parseInt(value.asText().replace("%", "")) * spec.path("replicas").asInt(1) / 100.0;
        return (int) (up ? Math.ceil(part) : Math.floor(part));
    }
}
