package tessera.plan.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.model.NodeFacts;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.intent.ReleaseName;
import tessera.plan.survey.ReleaseObject;

/** What to think of before a release is changed, each a sentence without a full stop. */
final class ReleaseWarnings {

    private static final int NAMED = 3;
    private static final Set<String> FINISHED = Set.of("", "upgrade-done");

    private ReleaseWarnings() {}

    /** What becomes otherwise from one version to another, and what does not. */
    static List<String> versions(String from, String to, Values values) {
        var warnings = new ArrayList<>(Versions.breaks(from, to));
        if (Versions.read(to).isPresent() && !Versions.atLeast(to, from)) {
            warnings.add(to + " is older than " + from + ", which is there; definitions of kinds are "
                    + "not taken back");
        }
        for (var pinned : List.of("driver", "toolkit", "devicePlugin", "dcgmExporter", "migManager", "operator")) {
            var set = values.at("/" + pinned + "/version").asText("");
            if (!set.isEmpty()) {
                warnings.add("%s.version is set to %s, whatever the chart has".formatted(pinned, set));
            }
        }
        return warnings;
    }

    /** What goes and what stays when the operator is removed. */
    static List<String> removal(Values values, ReleaseSurvey survey) {
        var warnings = new ArrayList<String>();
        survey.release().filter(ReleaseObject::pending).map(ReleaseWarnings::unfinished)
                .ifPresent(why -> warnings.add(why.headline() + "; if somebody is at it still, wait until it ends"));
        warnings.add(
                "%d nodes no longer offer their GPUs; %d pods that hold some go on until they end, and none can start"
                        .formatted(survey.gpus().size() - survey.idle().size(), survey.holders()));
        if (!values.flag("/operator/cleanupCRD", false)) {
            warnings.add("The definitions of its kinds stay; set operator.cleanupCRD=true before, if they shall go");
        }
        warnings.add("Labels of nodes and loaded kernel modules stay; a restart of the machine unloads these");
        var closed = closed(survey.gpus());
        if (!closed.isEmpty()) {
            warnings.add(closed + ": once the operator is gone, nobody goes on with that");
        }
        if (values.flag("/driver/nvidiaDriverCRD/enabled", false)) {
            warnings.add("Objects of the kind NVIDIADriver must be deleted first");
        }
        return warnings;
    }

    /** What Helm has begun and not ended, besides which it does nothing but remove it all. */
    static Problem unfinished(ReleaseObject release) {
        return Problem.of(Kind.CONFLICT,
                "Helm has begun something with %s and not ended it: %s".formatted(release.name(), release.status()))
                .withRemedy("Wait until it ends. If nobody is at it any more, have Helm forget it: "
                        + "kubectl delete secret sh.helm.release.v1.%s.v%d -n %s".formatted(release.name().name(),
                                release.revision(), release.name().namespace()));
    }

    /** What is so once it is removed. */
    static String gone(ReleaseName release, List<NodeFacts> nodes) {
        var closed = closed(nodes);
        return release + " is gone" + (closed.isEmpty() ? "" : "; " + closed);
    }

    /** Which nodes are closed while the operator replaces their drivers; empty where there are none. */
    private static String closed(List<NodeFacts> nodes) {
        var closed = nodes.stream().filter(NodeFacts::unschedulable)
                .filter(node -> !FINISHED.contains(node.label("nvidia.com/gpu-driver-upgrade-state")))
                .map(NodeFacts::name).sorted().toList();
        return closed.isEmpty() ? ""
                : closed.stream().limit(NAMED).collect(Collectors.joining(", "))
                        + (closed.size() > NAMED ? " and %d more nodes".formatted(closed.size() - NAMED) : "")
                        + (closed.size() > 1 ? " are cordoned, and their drivers are"
                                : " is cordoned, and its driver is")
                        + " not replaced yet";
    }

    /** What becomes of drivers. Pods that the operator may not end make the upgrade of their node fail, which then stays closed. */
    static List<String> drivers(Values values, Clinging clinging) {
        var warnings = new ArrayList<>(
                List.of("Where this changes the driver, the operator replaces it node after node, "
                        + "and closes and empties each meanwhile"));
        if (!values.flag("/driver/upgradePolicy/autoUpgrade", true)) {
            warnings.add("driver.upgradePolicy.autoUpgrade is off: a node has its former driver until somebody deletes "
                    + "the pod of it there");
            return warnings;
        }
        var deletion = "/driver/upgradePolicy/gpuPodDeletion/";
        if (!clinging.bare().isEmpty() && !values.flag(deletion + "force", false)) {
            warnings.add(stuck(clinging.bare(), 0, "run that nothing makes again", "force"));
        }
        if (!clinging.local().isEmpty() && !values.flag(deletion + "deleteEmptyDir", false)) {
            warnings.add(stuck(clinging.local(), clinging.unlooked(), "have local data", "deleteEmptyDir"));
        }
        return warnings;
    }

    private static String stuck(List<String> nodes, int unlooked, String pods, String permit) {
        var count = (unlooked > 0 ? "≥ " : "") + nodes.size() + " nodes";
        var names = nodes.size() > NAMED || unlooked > 0 ? count : String.join(", ", nodes);
        return "On %s GPU pods %s: no new driver gets there, and what is cordoned stays so (upgrade-failed), unless these pods end or %s is set"
                .formatted(names, pods, "driver.upgradePolicy.gpuPodDeletion." + permit);
    }
}
