package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.kube.scheduling.TolerationReader;
import tessera.model.NodeSummary;
import tessera.model.ProblemException;

/** Taints that a release tolerates now and would not after the change, as a list value replaces the chart's list. */
final class LostTolerationWarningFinder {

    private static final int NAMED = 3;

    private LostTolerationWarningFinder() {}

    /**
     * Returns a sentence without a full stop for each lost toleration.
     *
     * @param before all objects as YAML
     * @param after  likewise
     */
    static List<String> warnings(String before, String after, Collection<NodeSummary> nodes) {
        var now = tolerationsByOwner(before);
        var then = tolerationsByOwner(after);
        var texts = new ArrayList<String>();
        now.forEach((who, tolerations) -> {
            var left = then.get(who);
            if (left != null) {
                lostTaints(tolerations, left, nodes).forEach((taint, names) -> texts.add(
                        "%s tolerates %s no longer: none of its pods can start on %s".formatted(who, taint,
                                nodesText(names))));
            }
        });
        return texts;
    }

    private static Map<String, Set<String>> lostTaints(List<Toleration> now, List<Toleration> then,
            Collection<NodeSummary> nodes) {
        var lost = new LinkedHashMap<String, Set<String>>();
        nodes.forEach(node -> node.taints().stream().filter(Taint::repels)
                .filter(taint -> Toleration.anyTolerates(now, taint) && !Toleration.anyTolerates(then, taint))
                .forEach(taint -> lost.computeIfAbsent(taint.toString(), _ -> new TreeSet<>()).add(node.name())));
        return lost;
    }

    private static String nodesText(Set<String> nodes) {
        return nodes.size() <= NAMED ? String.join(", ", nodes) : nodes.size() + " nodes";
    }

    private static Map<String, List<Toleration>> tolerationsByOwner(String manifest) {
        var found = new LinkedHashMap<String, List<Toleration>>();
        try {
            for (var object : HelmPermissionRequirementFinder.parseObjects(manifest)) {
                var name = object.at("/metadata/name").asText();
                switch (object.path("kind").asText()) {
                    case "DaemonSet" -> found.put("DaemonSet " + name,
                            TolerationReader.readTolerations(object.at("/spec/template/spec/tolerations")));
                    case "ClusterPolicy" -> found.put("The GPU stack that ClusterPolicy %s asks for".formatted(name),
                            withOperatorDefaults(
                                    TolerationReader.readTolerations(object.at("/spec/daemonsets/tolerations"))));
                    default -> {
                        // It runs wherever there is room.
                    }
                }
            }
        } catch (ProblemException e) {
            throw new IllegalStateException("what was rehearsed is no YAML", e);
        }
        return found;
    }

    /** Returns the tolerations, or the operator's own if the policy sets none. */
    private static List<Toleration> withOperatorDefaults(List<Toleration> said) {
        return said.isEmpty() ? List.of(new Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule", null)) : said;
    }
}
