package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tessera.model.Failure;
import tessera.model.NodeFacts;
import tessera.model.Taint;
import tessera.model.Toleration;
import tessera.scheduling.spec.TolerationReader;

/** Taints of nodes that a release tolerates as it is, and would not as it is planned: what is told of a list in a chart is replaced, not added to. */
final class LostTolerations {

    private static final int NAMED = 3;

    private LostTolerations() {}

    /**
     * A sentence without a full stop for each.
     *
     * @param before all objects as YAML
     * @param after  likewise
     */
    static List<String> warnings(String before, String after, Collection<NodeFacts> nodes) {
        var now = tolerated(before);
        var then = tolerated(after);
        var words = new ArrayList<String>();
        now.forEach((who, tolerations) -> {
            var left = then.get(who);
            if (left != null) {
                lost(tolerations, left, nodes).forEach((taint, names) -> words.add(
                        "%s tolerates %s no longer: none of its pods can start on %s".formatted(who, taint,
                                named(names))));
            }
        });
        return words;
    }

    private static Map<String, Set<String>> lost(List<Toleration> now, List<Toleration> then,
            Collection<NodeFacts> nodes) {
        var lost = new LinkedHashMap<String, Set<String>>();
        nodes.forEach(node -> node.taints().stream().filter(LostTolerations::keepsAway)
                .filter(taint -> Toleration.any(now, taint) && !Toleration.any(then, taint))
                .forEach(taint -> lost.computeIfAbsent(taint.toString(), _ -> new TreeSet<>()).add(node.name())));
        return lost;
    }

    private static boolean keepsAway(Taint taint) {
        return !taint.effect().equals("PreferNoSchedule");
    }

    private static String named(Set<String> nodes) {
        return nodes.size() <= NAMED ? String.join(", ", nodes) : nodes.size() + " nodes";
    }

    private static Map<String, List<Toleration>> tolerated(String manifest) {
        var found = new LinkedHashMap<String, List<Toleration>>();
        try {
            for (var object : ReleaseAccess.objects(manifest)) {
                var name = object.at("/metadata/name").asText();
                switch (object.path("kind").asText()) {
                    case "DaemonSet" -> found.put("DaemonSet " + name,
                            TolerationReader.of(object.at("/spec/template/spec/tolerations")));
                    case "ClusterPolicy" -> found.put("The GPU stack that ClusterPolicy %s asks for".formatted(name),
                            usual(TolerationReader.of(object.at("/spec/daemonsets/tolerations"))));
                    default -> {
                        // It runs wherever there is room.
                    }
                }
            }
        } catch (Failure e) {
            throw new IllegalStateException("what was rehearsed is no YAML", e);
        }
        return found;
    }

    /** Where the policy says none, the operator has its own. */
    private static List<Toleration> usual(List<Toleration> said) {
        return said.isEmpty() ? List.of(new Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule", null)) : said;
    }
}
