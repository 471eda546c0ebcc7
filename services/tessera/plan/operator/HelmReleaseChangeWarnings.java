package tessera.plan.operator;

import java.util.ArrayList;
import java.util.List;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.NodesInDriverUpgrade;
import tessera.plan.step.HelmOperation;

/** Warnings before a release changes. */
final class HelmReleaseChangeWarnings {

    private static final String DELETION = "/driver/upgradePolicy/gpuPodDeletion/";

    private HelmReleaseChangeWarnings() {}

    /** Returns the changes of behaviour between two versions, and the values that stay pinned. */
    static List<HelmReleaseWarning> versionWarnings(String from, String to, HelmValues values) {
        var warnings = new ArrayList<>(GpuOperatorBreakingChanges.breakingChanges(from, to));
        if (GpuOperatorBreakingChanges.parseVersion(to).isPresent()
                && !GpuOperatorBreakingChanges.isAtLeast(to, from)) {
            warnings.add(new HelmReleaseWarning.ChartDowngrade(from, to));
        }
        for (var pinned : List.of("driver", "toolkit", "devicePlugin", "dcgmExporter", "migManager", "operator")) {
            var set = values.nodeAt("/" + pinned + "/version").asText("");
            if (!set.isEmpty()) {
                warnings.add(new HelmReleaseWarning.VersionPinned(pinned, set));
            }
        }
        return warnings;
    }

    /** Returns what the removal of the operator deletes and what it leaves. */
    static List<HelmReleaseWarning> removalWarnings(HelmValues values, HelmReleasePlannerInput input) {
        var warnings = new ArrayList<HelmReleaseWarning>();
        warnings.add(new HelmReleaseWarning.GpuCapacityRemoved(
                input.gpuNodes().size() - input.nonOfferingNodes().size(), input.holders()));
        if (!values.flagAt("/operator/cleanupCRD", false)) {
            warnings.add(new HelmReleaseWarning.OperatorCrdsRemain());
        }
        warnings.add(new HelmReleaseWarning.NodeLabelsRemain());
        warnings.addAll(driverUpgradeWarnings(input.driverUpgrades()));
        if (values.flagAt("/driver/nvidiaDriverCRD/enabled", false)) {
            warnings.add(new HelmReleaseWarning.NvidiaDriversRemain());
        }
        return warnings;
    }

    /** Returns what Helm leaves where it is when a release of any chart goes. */
    static List<HelmReleaseWarning> left(HelmReleaseRevision release) throws ProblemException {
        var warnings = new ArrayList<HelmReleaseWarning>();
        warnings.add(new HelmReleaseWarning.NamespaceRemains(release.name().namespace()));
        var kept = HelmPermissionRequirementFinder.parseObjects(release.manifest()).stream()
                .filter(HelmOperation::keepsObject)
                .map(element -> element.path("kind").asText() + " " + element.at("/metadata/name").asText()).toList();
        if (!kept.isEmpty()) {
            warnings.add(new HelmReleaseWarning.ObjectsRemain(kept));
        }
        return warnings;
    }

    /** Returns the nodes that are cordoned, or have paused operands, during a driver upgrade. */
    private static List<HelmReleaseWarning> driverUpgradeWarnings(NodesInDriverUpgrade drivers) {
        var warnings = new ArrayList<HelmReleaseWarning>();
        if (!drivers.cordoned().isEmpty()) {
            warnings.add(new HelmReleaseWarning.NodesRemainCordoned(drivers.cordoned()));
        }
        if (!drivers.paused().isEmpty()) {
            warnings.add(new HelmReleaseWarning.OperandsRemainPaused(drivers.paused()));
        }
        return warnings;
    }

    /** Returns the effects on drivers. Pods that the operator may not end make the upgrade of their node fail, which then stays closed. */
    static List<HelmReleaseWarning> driverWarnings(HelmValues values, DriverUpgradeBlockers clinging) {
        if (!values.flagAt("/driver/upgradePolicy/autoUpgrade", true)) {
            return List.of(new HelmReleaseWarning.DriverAutoUpgradeOff());
        }
        var warnings = new ArrayList<HelmReleaseWarning>();
        warnings.add(new HelmReleaseWarning.DriverRollout());
        if (!clinging.unmanagedNodes().isEmpty() && !values.flagAt(DELETION + "force", false)) {
            warnings.add(new HelmReleaseWarning.UnmanagedPodsBlockDriver(clinging.unmanagedNodes()));
        }
        if (!clinging.localDataNodes().isEmpty() && !values.flagAt(DELETION + "deleteEmptyDir", false)) {
            warnings.add(new HelmReleaseWarning.LocalDataBlocksDriver(clinging.localDataNodes(),
                    clinging.uncheckedNodes() == 0));
        }
        if (!clinging.budgetBlockedNodes().isEmpty()) {
            warnings.add(new HelmReleaseWarning.BudgetBlocksDriver(clinging.budgetBlockedNodes(),
                    values.nodeAt(DELETION + "timeoutSeconds").asText("300")));
        }
        if (!clinging.unrequested().isEmpty()) {
            warnings.add(new HelmReleaseWarning.UnrequestedUseBlocksDriver(clinging.unrequested()));
        }
        clinging.problem().map(Problem::problemText).map(HelmReleaseWarning.BudgetsUnknown::new)
                .ifPresent(warnings::add);
        return warnings;
    }
}
