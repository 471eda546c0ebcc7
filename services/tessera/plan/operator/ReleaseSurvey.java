package tessera.plan.operator;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tessera.model.NodeFacts;
import tessera.model.Problem;
import tessera.plan.context.ChartDetail;
import tessera.plan.context.DriverUpgradeNodes;
import tessera.plan.context.ReleaseObject;
import tessera.plan.context.StackSite;
import tessera.plan.context.UnfinishedRevision;

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
record ReleaseSurvey(Optional<ReleaseObject> release, Optional<ReleaseObject> target,
        Optional<ChartDetail> chart, Optional<Problem> chartGap, StackSite site, List<NodeFacts> nodes,
        List<NodeFacts> gpuNodes, int unreadyGpuNodes, Set<String> nonOfferingNodes, DriverUpgradeNodes driverUpgrades,
        Map<String, String> freeGpuResources, int holders, UndrainablePods undrainable,
        List<UnfinishedRevision> unfinished,
        Instant now) {

    ReleaseSurvey {
        nodes = List.copyOf(nodes);
        gpuNodes = List.copyOf(gpuNodes);
        nonOfferingNodes = Set.copyOf(nonOfferingNodes);
        unfinished = List.copyOf(unfinished);
        freeGpuResources = Collections.unmodifiableMap(new TreeMap<>(freeGpuResources));
    }

    InstallInput installInput(String namespace) {
        return new InstallInput(nodes, gpuNodes, site, namespace);
    }

    int revision() {
        return release.map(ReleaseObject::revision).orElse(0);
    }
}
