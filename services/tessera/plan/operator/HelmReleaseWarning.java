package tessera.plan.operator;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** A side effect or risk of changing a Helm release, told before it is changed. */
sealed interface HelmReleaseWarning extends Reason {

    /** An entry of the catalogue of breaking changes. */
    record BreakingChange(String since, String change) implements HelmReleaseWarning {}

    record ChartDowngrade(String from, String to) implements HelmReleaseWarning {}

    record VersionPinned(String component, String version) implements HelmReleaseWarning {}

    /**
     * Nodes that stop advertising GPUs.
     *
     * @param holders the number of pods that hold GPUs
     */
    record GpuCapacityRemoved(int nodes, long holders) implements HelmReleaseWarning {}

    record GpuCapacityUnusable(int nodes, long holders) implements HelmReleaseWarning {}

    record OperatorCrdsRemain() implements HelmReleaseWarning {}

    record NodeLabelsRemain() implements HelmReleaseWarning {}

    record NodesRemainCordoned(List<String> nodes) implements HelmReleaseWarning {}

    record OperandsRemainPaused(List<String> nodes) implements HelmReleaseWarning {}

    record NvidiaDriversRemain() implements HelmReleaseWarning {}

    record NamespaceRemains(String namespace) implements HelmReleaseWarning {}

    record ObjectsRemain(List<String> objects) implements HelmReleaseWarning {}

    record DriverAutoUpgradeOff() implements HelmReleaseWarning {}

    record DriverRollout() implements HelmReleaseWarning {}

    record UnmanagedPodsBlockDriver(List<String> nodes) implements HelmReleaseWarning {}

    /**
     * GPU pods with local data, on which the driver upgrade fails.
     *
     * @param complete whether the pods of all nodes were checked for local data
     */
    record LocalDataBlocksDriver(List<String> nodes, boolean complete) implements HelmReleaseWarning {}

    record BudgetBlocksDriver(List<String> nodes, String timeoutSeconds) implements HelmReleaseWarning {}

    /**
     * Pods that use GPUs without requesting them, and so keep the driver loaded.
     *
     * @param pods a clause for each pod: its name and how it uses GPUs
     */
    record UnrequestedUseBlocksDriver(List<String> pods) implements HelmReleaseWarning {}

    record BudgetsUnknown(String problem) implements HelmReleaseWarning {}

    record ForeignChart(String chart) implements HelmReleaseWarning {}

    record GpuOperatorNameTaken(String release) implements HelmReleaseWarning {}

    record ChartReplacement(String release, String from, String to) implements HelmReleaseWarning {}

    /**
     * The chart of the revision that a rollback restores.
     *
     * @param current whether the release is at that revision already
     */
    record RollbackTarget(int revision, String chart, String version, boolean current) implements HelmReleaseWarning {}

    record RollbackLeftovers(int target, List<String> objects, int newest) implements HelmReleaseWarning {}

    record NoFreeGpuToProve(String command) implements HelmReleaseWarning {}

    record ValidatorImageUnknown() implements HelmReleaseWarning {}

    record HelmOperationUnfinished(String release, String status) implements HelmReleaseWarning {}

    /**
     * The deletion of the record of an unfinished Helm revision.
     *
     * @param recent whether the operation may still be running
     */
    record UnfinishedRevisionRecord(int revision, String status, Optional<Duration> age, String writer,
            boolean recent) implements HelmReleaseWarning {}

    record RestrictedNamespace(String namespace, String level) implements HelmReleaseWarning {}

    /**
     * A Helm value that the chart does not have.
     *
     * @param similar a value of the chart that may be meant; empty for none
     */
    record UnknownChartValue(String chart, String version, String path,
            Optional<String> similar) implements HelmReleaseWarning {}

    record TolerationRemoved(String kind, String name, String taint,
            Collection<String> nodes) implements HelmReleaseWarning {}

    record ProbeImpossible() implements HelmReleaseWarning {}

    record ProbeDecides() implements HelmReleaseWarning {}

    record MigStrategyChange(String from, String to, int nodes, int pods) implements HelmReleaseWarning {}
}
