package tessera.plan.operator;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tessera.model.NodeSummary;
import tessera.model.Problem;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.NodesInDriverUpgrade;
import tessera.plan.context.UnfinishedHelmRevision;

/**
 * The complete input of a release planner.
 *
 * @param release as it is; empty where there is none
 * @param target  the revision that is to be gone back to; empty where none is, or Helm knows of none
 * @param chart   that is to be installed; empty where none is needed
 * @param chartGap why that could not be read
 * @param nodes   all of the cluster
 * @param gpuNodes    those with NVIDIA GPUs
 * @param unreadyGpuNodes    how many of these do not report, or are not ready
 * @param nonOfferingNodes    names of those that offer nothing as things stand
 * @param freeGpuResources    a resource of which a pod could be given one now, by the name of the node
 * @param driverUpgrades    those whose driver is being replaced; looked at where the operator is to go
 * @param holders how many pods hold their GPUs
 * @param undrainable those of them that stand in the way of another driver
 * @param unfinished the newest revisions that Helm has begun and not ended, newest first
 * @param now     when it was looked
 */
record HelmReleasePlannerInput(Optional<HelmReleaseRevision> release, Optional<HelmReleaseRevision> target,
        Optional<HelmChartMetadata> chart, Optional<Problem> chartGap, GpuStackInstallEnvironment location,
        List<NodeSummary> nodes, List<NodeSummary> gpuNodes, int unreadyGpuNodes, Set<String> nonOfferingNodes,
        NodesInDriverUpgrade driverUpgrades, Map<String, String> freeGpuResources, int holders,
        DriverUpgradeBlockers undrainable, List<UnfinishedHelmRevision> unfinished, Instant now) {

    HelmReleasePlannerInput {
        nodes = List.copyOf(nodes);
        gpuNodes = List.copyOf(gpuNodes);
        nonOfferingNodes = Set.copyOf(nonOfferingNodes);
        unfinished = List.copyOf(unfinished);
        freeGpuResources = Collections.unmodifiableMap(new TreeMap<>(freeGpuResources));
    }

    GpuStackInstallClusterState installInput(String namespace) {
        return new GpuStackInstallClusterState(nodes, gpuNodes, location, namespace);
    }

    int revision() {
        return release.map(HelmReleaseRevision::revision).orElse(0);
    }
}
