package tessera.plan.operator;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** A side effect or risk of changing a Helm release, told before it is changed. */
sealed interface HelmReleaseWarning extends Reason {

    /**
     * Breaking change.
     *
     * @param change as the catalogue of breaking changes tells it
     */
    record BreakingChange(String since, String change) implements HelmReleaseWarning {}

    record ChartDowngrade(String from, String to) implements HelmReleaseWarning {}

    record VersionPinned(String component, String version) implements HelmReleaseWarning {}

    /**
     * GPU capacity removed.
     *
     * @param holders how many pods hold GPUs
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
     * Local data blocks driver.
     *
     * @param complete whether all nodes were asked for local data
     */
    record LocalDataBlocksDriver(List<String> nodes, boolean complete) implements HelmReleaseWarning {}

    record BudgetBlocksDriver(List<String> nodes, String timeoutSeconds) implements HelmReleaseWarning {}

    /**
     * Unrequested use blocks driver.
     *
     * @param pods a clause for each: its name and how it uses GPUs
     */
    record UnrequestedUseBlocksDriver(List<String> pods) implements HelmReleaseWarning {}

    record BudgetsUnknown(String problem) implements HelmReleaseWarning {}

    record ForeignChart(String chart) implements HelmReleaseWarning {}

    record GpuOperatorNameTaken(String release) implements HelmReleaseWarning {}

    record ChartReplacement(String release, String from, String to) implements HelmReleaseWarning {}

    /**
     * Rollback target.
     *
     * @param current whether the release is at that revision already
     */
    record RollbackTarget(int revision, String chart, String version, boolean current) implements HelmReleaseWarning {}

    record RollbackLeftovers(int target, List<String> objects, int newest) implements HelmReleaseWarning {}

    record NoFreeGpuToProve(String command) implements HelmReleaseWarning {}

    record ValidatorImageUnknown() implements HelmReleaseWarning {}

    record HelmOperationUnfinished(String release, String status) implements HelmReleaseWarning {}

    /**
     * Unfinished revision record.
     *
     * @param recent whether whoever began it may still be at it
     */
    record UnfinishedRevisionRecord(int revision, String status, Optional<Duration> age, String writer, boolean recent)
            implements
                HelmReleaseWarning {}

    record RestrictedNamespace(String namespace, String level) implements HelmReleaseWarning {}

    /**
     * Unknown chart value.
     *
     * @param similar a value of the chart that may be meant; empty for none
     */
    record UnknownChartValue(String chart, String version, String path, Optional<String> similar)
            implements
                HelmReleaseWarning {}

    record TolerationRemoved(String kind, String name, String taint, Collection<String> nodes)
            implements
                HelmReleaseWarning {}

    record ProbeImpossible() implements HelmReleaseWarning {}

    record ProbeDecides() implements HelmReleaseWarning {}

    record MigStrategyChange(String from, String to, int nodes, int pods) implements HelmReleaseWarning {}
}
