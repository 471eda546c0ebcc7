package tessera.plan.operator;

import java.util.ArrayList;
import java.util.List;
import tessera.model.CountedNounFormatter;
import tessera.model.ProblemException;
import tessera.model.WordListJoiner;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.NodesInDriverUpgrade;
import tessera.plan.model.NonRequestGpuUseFormatter;
import tessera.plan.model.RemovedCapacityWarningFormatter;
import tessera.plan.step.HelmOperation;

/** Warnings before a release changes, each a sentence without a full stop. */
final class HelmReleaseChangeWarnings {

    private static final int NAMED = 3;

    private HelmReleaseChangeWarnings() {}

    /** Returns the changes of behaviour between two versions, and the values that stay pinned. */
    static List<String> versionWarnings(String from, String to, HelmValues values) {
        var warnings = new ArrayList<>(GpuOperatorBreakingChanges.breakingChanges(from, to));
        if (GpuOperatorBreakingChanges.parseVersion(to).isPresent()
                && !GpuOperatorBreakingChanges.isAtLeast(to, from)) {
            warnings.add(to + " is older than " + from + ", which is there; definitions of kinds are "
                    + "not taken back");
        }
        for (var pinned : List.of("driver", "toolkit", "devicePlugin", "dcgmExporter", "migManager", "operator")) {
            var set = values.nodeAt("/" + pinned + "/version").asText("");
            if (!set.isEmpty()) {
                warnings.add("%s.version is set to %s, whatever the chart has".formatted(pinned, set));
            }
        }
        return warnings;
    }

    /** Returns what the removal of the operator deletes and what it leaves. */
    static List<String> removalWarnings(HelmValues values, HelmReleasePlannerInput input) {
        var warnings = new ArrayList<String>();
        int offering = input.gpuNodes().size() - input.nonOfferingNodes().size();
        warnings.add(RemovedCapacityWarningFormatter.warningText(CountedNounFormatter.countText(offering, "node"),
                offering == 1,
                input.holders()));
        if (!values.flagAt("/operator/cleanupCRD", false)) {
            warnings.add("The definitions of its kinds stay; set operator.cleanupCRD=true before, if they shall go");
        }
        warnings.add("Labels of nodes and loaded kernel modules stay; a restart of the machine unloads these");
        driverUpgradeWarnings(input.driverUpgrades()).forEach(
                text -> warnings.add(text + ": once the operator is gone, nobody goes on with that"));
        if (values.flagAt("/driver/nvidiaDriverCRD/enabled", false)) {
            warnings.add("Objects of the kind NVIDIADriver must be deleted first");
        }
        return warnings;
    }

    /** What Helm leaves where it is when a release of whatever chart goes. */
    static List<String> left(HelmReleaseRevision release) throws ProblemException {
        var warnings = new ArrayList<>(List.of(
                "The namespace %s stays, and so do definitions of kinds that lie in a chart's folder crds/, with their objects, and what hooks made and did not remove"
                        .formatted(release.name().namespace())));
        var kept = HelmPermissionRequirementFinder.parseObjects(release.manifest()).stream()
                .filter(HelmOperation::keepsObject)
                .map(element -> element.path("kind").asText() + " " + element.at("/metadata/name").asText()).toList();
        if (!kept.isEmpty()) {
            warnings.add(
                    "The chart has Helm keep " + WordListJoiner.firstWords(kept, GpuStackPreflightCheckResult.NAMED));
        }
        return warnings;
    }

    /** Returns the nodes that are cordoned, or have paused operands, during a driver upgrade. */
    private static List<String> driverUpgradeWarnings(NodesInDriverUpgrade drivers) {
        var texts = new ArrayList<String>();
        var cordoned = drivers.cordoned();
        if (!cordoned.isEmpty()) {
            texts.add(WordListJoiner.firstWords(cordoned, GpuStackPreflightCheckResult.NAMED)
                    + (cordoned.size() > 1 ? " are cordoned, and their drivers are"
                            : " is cordoned, and its driver is")
                    + " not replaced yet");
        }
        if (!drivers.paused().isEmpty()) {
            texts.add("on " + WordListJoiner.firstWords(drivers.paused(), GpuStackPreflightCheckResult.NAMED)
                    + " operands are paused for a driver that is not replaced yet");
        }
        return texts;
    }

    /** Returns the effects on drivers. Pods that the operator may not end make the upgrade of their node fail, which then stays closed. */
    static List<String> driverWarnings(HelmValues values, DriverUpgradeBlockers clinging) {
        if (!values.flagAt("/driver/upgradePolicy/autoUpgrade", true)) {
            return List.of("driver.upgradePolicy.autoUpgrade is off: where this changes the driver, a node has its "
                    + "former one until somebody deletes the pod of it there");
        }
        var warnings = new ArrayList<>(
                List.of("Where this changes the driver, the operator replaces it node after node, "
                        + "and closes and empties each meanwhile"));
        var deletion = "/driver/upgradePolicy/gpuPodDeletion/";
        if (!clinging.unmanagedNodes().isEmpty() && !values.flagAt(deletion + "force", false)) {
            warnings.add(blockedUpgradeText(clinging.unmanagedNodes(), 0, "run that nothing makes again", "force"));
        }
        if (!clinging.localDataNodes().isEmpty() && !values.flagAt(deletion + "deleteEmptyDir", false)) {
            warnings.add(blockedUpgradeText(clinging.localDataNodes(), clinging.uncheckedNodes(), "have local data",
                    "deleteEmptyDir"));
        }
        if (!clinging.budgetBlockedNodes().isEmpty()) {
            warnings.add(
                    "On %s more GPU pods run than a disruption budget lets go at a time: where others are not ready elsewhere within %s s (driver.upgradePolicy.gpuPodDeletion.timeoutSeconds), no new driver gets there, and what is cordoned stays so (upgrade-failed)"
                            .formatted(
                                    clinging.budgetBlockedNodes().size() > NAMED
                                            ? clinging.budgetBlockedNodes().size() + " nodes"
                                            : String.join(", ", clinging.budgetBlockedNodes()),
                                    values.nodeAt(deletion + "timeoutSeconds").asText("300")));
        }
        if (!clinging.unrequested().isEmpty()) {
            warnings.add("The operator does not delete these pods, and a driver in use cannot be unloaded: "
                    + NonRequestGpuUseFormatter.joinClauses(clinging.unrequested()));
        }
        clinging.problem().ifPresent(problem -> warnings
                .add("Which GPU pods are kept by a disruption budget is not known: " + problem.problemText()));
        return warnings;
    }

    private static String blockedUpgradeText(List<String> nodes, int unlooked, String pods, String permit) {
        var count = (unlooked > 0 ? "≥ " : "") + nodes.size() + " nodes";
        var names = nodes.size() > NAMED || unlooked > 0 ? count : String.join(", ", nodes);
        return "On %s GPU pods %s: no new driver gets there, and what is cordoned stays so (upgrade-failed), unless these pods end or %s is set"
                .formatted(names, pods, "driver.upgradePolicy.gpuPodDeletion." + permit);
    }
}
