package tessera.plan.operator;

import java.util.ArrayList;
import java.util.List;
import tessera.model.Failure;
import tessera.model.Plurals;
import tessera.plan.context.DriverUpgradeNodes;
import tessera.plan.context.ReleaseObject;
import tessera.plan.model.GpuUseText;
import tessera.plan.model.RemovedCapacity;
import tessera.plan.step.HelmWork;

/** What to think of before a release is changed, each a sentence without a full stop. */
final class ReleaseWarnings {

    private static final int NAMED = 3;

    private ReleaseWarnings() {}

    /** What becomes otherwise from one version to another, and what does not. */
    static List<String> versions(String from, String to, HelmValues values) {
        var warnings = new ArrayList<>(OperatorVersions.breaks(from, to));
        if (OperatorVersions.read(to).isPresent() && !OperatorVersions.atLeast(to, from)) {
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
    static List<String> removal(HelmValues values, ReleaseSurvey survey) {
        var warnings = new ArrayList<String>();
        int offering = survey.gpus().size() - survey.idle().size();
        warnings.add(RemovedCapacity.words(Plurals.of(offering, "node"), offering == 1, survey.holders()));
        if (!values.flag("/operator/cleanupCRD", false)) {
            warnings.add("The definitions of its kinds stay; set operator.cleanupCRD=true before, if they shall go");
        }
        warnings.add("Labels of nodes and loaded kernel modules stay; a restart of the machine unloads these");
        amid(survey.amid()).forEach(
                words -> warnings.add(words + ": once the operator is gone, nobody goes on with that"));
        if (values.flag("/driver/nvidiaDriverCRD/enabled", false)) {
            warnings.add("Objects of the kind NVIDIADriver must be deleted first");
        }
        return warnings;
    }

    /** What Helm leaves where it is when a release of whatever chart goes. */
    static List<String> left(ReleaseObject release) throws Failure {
        var warnings = new ArrayList<>(List.of(
                "The namespace %s stays, and so do definitions of kinds that lie in a chart's folder crds/, with their objects, and what hooks made and did not remove"
                        .formatted(release.name().namespace())));
        var kept = ReleaseAccess.objects(release.manifest()).stream().filter(HelmWork::keeps)
                .map(each -> each.path("kind").asText() + " " + each.at("/metadata/name").asText()).toList();
        if (!kept.isEmpty()) {
            warnings.add("The chart has Helm keep " + OperatorPreflight.some(kept));
        }
        return warnings;
    }

    /** Which nodes are cordoned, or have operands paused, while the operator replaces their drivers. */
    private static List<String> amid(DriverUpgradeNodes drivers) {
        var words = new ArrayList<String>();
        var cordoned = drivers.cordoned();
        if (!cordoned.isEmpty()) {
            words.add(OperatorPreflight.some(cordoned) + (cordoned.size() > 1 ? " are cordoned, and their drivers are"
                    : " is cordoned, and its driver is") + " not replaced yet");
        }
        if (!drivers.paused().isEmpty()) {
            words.add("on " + OperatorPreflight.some(drivers.paused())
                    + " operands are paused for a driver that is not replaced yet");
        }
        return words;
    }

    /** What becomes of drivers. Pods that the operator may not end make the upgrade of their node fail, which then stays closed. */
    static List<String> drivers(HelmValues values, UndrainablePods clinging) {
        if (!values.flag("/driver/upgradePolicy/autoUpgrade", true)) {
            return List.of("driver.upgradePolicy.autoUpgrade is off: where this changes the driver, a node has its "
                    + "former one until somebody deletes the pod of it there");
        }
        var warnings = new ArrayList<>(
                List.of("Where this changes the driver, the operator replaces it node after node, "
                        + "and closes and empties each meanwhile"));
        var deletion = "/driver/upgradePolicy/gpuPodDeletion/";
        if (!clinging.bare().isEmpty() && !values.flag(deletion + "force", false)) {
            warnings.add(stuck(clinging.bare(), 0, "run that nothing makes again", "force"));
        }
        if (!clinging.local().isEmpty() && !values.flag(deletion + "deleteEmptyDir", false)) {
            warnings.add(stuck(clinging.local(), clinging.unlooked(), "have local data", "deleteEmptyDir"));
        }
        if (!clinging.kept().isEmpty()) {
            warnings.add(
                    "On %s more GPU pods run than a disruption budget lets go at a time: where others are not ready elsewhere within %s s (driver.upgradePolicy.gpuPodDeletion.timeoutSeconds), no new driver gets there, and what is cordoned stays so (upgrade-failed)"
                            .formatted(clinging.kept().size() > NAMED ? clinging.kept().size() + " nodes"
                                    : String.join(", ", clinging.kept()),
                                    values.at(deletion + "timeoutSeconds").asText("300")));
        }
        if (!clinging.unrequested().isEmpty()) {
            warnings.add("The operator does not delete these pods, and a driver in use cannot be unloaded: "
                    + GpuUseText.list(clinging.unrequested()));
        }
        clinging.gap().ifPresent(gap -> warnings
                .add("Which GPU pods are kept by a disruption budget is not known: " + gap.sentence()));
        return warnings;
    }

    private static String stuck(List<String> nodes, int unlooked, String pods, String permit) {
        var count = (unlooked > 0 ? "≥ " : "") + nodes.size() + " nodes";
        var names = nodes.size() > NAMED || unlooked > 0 ? count : String.join(", ", nodes);
        return "On %s GPU pods %s: no new driver gets there, and what is cordoned stays so (upgrade-failed), unless these pods end or %s is set"
                .formatted(names, pods, "driver.upgradePolicy.gpuPodDeletion." + permit);
    }
}
