package tessera.lint.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceClassResourceNames;
import tessera.model.ServerVersion;

/**
 * The state of the cluster for which a manifest is meant.
 *
 * @param kinds   in which versions it serves a kind, such as {@code batch/v1}, by {@code apiVersion/kind}; in none where
 *                it does not know the kind; those that were not looked up are left out
 * @param claimableResources resources that no device plugin need offer, since a class of devices does; nothing
 *                where the classes may not be looked at
 * @param namespaces all that there are; empty where they may not be listed
 * @param classes names of all that there are, by kind, such as {@code PriorityClass}; those that may not be listed are
 *                left out
 * @param unknownReasons    why the names of a kind are not known, be it {@code Namespace} or a class, as far as that is known
 * @param sharingMap name of the ConfigMap that its device plugins are told to read, which may be empty; nothing where that
 *                is not known
 * @param absentReferences  objects that are named and that it is known not to have, each with the names of those of its kind that
 *                there are where it would be, as far as that is known
 * @param unknownReferences objects that are named and of which it is not known whether it has them, with why
 * @param autoscales   whether something in it makes nodes for pods that find none, as far as that is known
 * @param server  what its server says it is
 */
public record ManifestTargetCluster(ClusterSnapshot snapshot, Map<String, List<String>> kinds,
        Optional<Set<String>> claimableResources, Optional<Set<String>> namespaces, Map<String, Set<String>> classes,
        Map<String, String> unknownReasons, Optional<String> sharingMap,
        Map<ManifestObjectReference, Set<String>> absentReferences,
        Map<ManifestObjectReference, String> unknownReferences, boolean autoscales, ServerVersion server) {

    public ManifestTargetCluster {
        kinds = Map.copyOf(kinds);
        claimableResources = claimableResources.map(Set::copyOf);
        namespaces = namespaces.map(Set::copyOf);
        classes = Map.copyOf(classes);
        unknownReasons = Map.copyOf(unknownReasons);
        absentReferences = Map.copyOf(absentReferences);
        unknownReferences = Map.copyOf(unknownReferences);
    }

    /** One whose classes are not known. */
    public ManifestTargetCluster(ClusterSnapshot snapshot, Map<String, List<String>> kinds,
            Optional<Set<String>> claimed, Optional<Set<String>> namespaces) {
        this(snapshot, kinds, claimed, namespaces, Map.of());
    }

    /** One of which nobody knows how it shares GPUs. */
    public ManifestTargetCluster(ClusterSnapshot snapshot, Map<String, List<String>> kinds,
            Optional<Set<String>> claimed, Optional<Set<String>> namespaces, Map<String, Set<String>> classes) {
        this(snapshot, kinds, claimed, namespaces, classes, Map.of(), Optional.empty(), Map.of(), Map.of(), false,
                ServerVersion.UNKNOWN);
    }

    /** Returns the same with the reasons for which some names are not known. */
    public ManifestTargetCluster withGaps(Map<String, String> reasons) {
        return new ManifestTargetCluster(snapshot, kinds, claimableResources, namespaces, classes, reasons, sharingMap,
                absentReferences, unknownReferences, autoscales, server);
    }

    /** Returns the same with the ConfigMap that its device plugins read; an empty name for none. */
    public ManifestTargetCluster withSharingMap(String map) {
        return new ManifestTargetCluster(snapshot, kinds, claimableResources, namespaces, classes, unknownReasons,
                Optional.of(map), absentReferences, unknownReferences, autoscales, server);
    }

    /** Returns the same with references that the cluster lacks, each with the names that exist. */
    public ManifestTargetCluster withAbsent(Map<ManifestObjectReference, Set<String>> references) {
        return new ManifestTargetCluster(snapshot, kinds, claimableResources, namespaces, classes, unknownReasons,
                sharingMap, references, unknownReferences, autoscales, server);
    }

    /** Returns the same with references that could not be looked up, with the reasons. */
    public ManifestTargetCluster withUnknown(Map<ManifestObjectReference, String> references) {
        return new ManifestTargetCluster(snapshot, kinds, claimableResources, namespaces, classes, unknownReasons,
                sharingMap, absentReferences, references, autoscales, server);
    }

    /** Returns the same with whether an autoscaler adds nodes for pending pods. */
    public ManifestTargetCluster withAutoscaling(boolean grown) {
        return new ManifestTargetCluster(snapshot, kinds, claimableResources, namespaces, classes, unknownReasons,
                sharingMap, absentReferences, unknownReferences, grown, server);
    }

    /** Returns the same with the version of its server. */
    public ManifestTargetCluster withServerVersion(ServerVersion version) {
        return new ManifestTargetCluster(snapshot, kinds, claimableResources, namespaces, classes, unknownReasons,
                sharingMap, absentReferences, unknownReferences, autoscales, version);
    }

    /** Returns whether it is known that the namespace does not exist. */
    public boolean lacksNamespace(String namespace) {
        return namespaces.filter(all -> !all.contains(namespace)).isPresent();
    }

    /** Returns whether its nodes are visible; without that nothing is reported about nodes. */
    public boolean seesNodes() {
        return snapshot.hasAllNodes();
    }

    /** Returns whether a resource can be claimed although no node advertises it. */
    public boolean isClaimable(String resource) {
        return claimableResources.filter(all -> all.contains(resource)).isPresent()
                || resource.startsWith(DeviceClassResourceNames.IMPLICIT);
    }
}
