package tessera.doctor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tessera.gpu.PodOwnerFinder;
import tessera.model.AwaitedResourceClaim;
import tessera.model.ClusterDraObjects;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;

/** A grouper of pending pods of one owner that the scheduler judges by the same inputs. */
final class PendingPodGrouper {

    private final Map<String, ResourceClaim> claims;
    private final boolean claimsKnown;

    PendingPodGrouper(ClusterDraObjects devices) {
        claimsKnown = devices.hiddenClaimsProblem().isEmpty();
        claims = devices.claims().stream()
                .collect(Collectors.toMap(ResourceClaim::key, Function.identity(), (first, _) -> first));
    }

    /** Groups the pods; one without an owner is a group of its own. */
    List<List<PodSummary>> groupPods(Collection<PodSummary> pods) {
        return FindingGrouper.groupBy(List.copyOf(pods), this::schedulingInputs);
    }

    /** Returns what decides on the pod; that of a pod with volumes, of which not all is known, is its own. */
    private Object schedulingInputs(PodSummary pod) {
        var owner = PodOwnerFinder.ownerOf(pod);
        if (!owner.exists() || pod.schedulingConstraints().map(PodSchedulingConstraints::unresolved)
                .filter(constraints -> constraints.volumes()).isPresent()) {
            return pod.key();
        }
        var inputs = new ArrayList<Object>(List.of(pod.namespace(), owner, pod.requests(), pod.priority(),
                pod.nominated(), pod.schedulingConstraints(),
                pod.awaitedClaims().stream().map(AwaitedResourceClaim::template).toList()));
        if (claimsKnown) {
            pod.claims().forEach(name -> inputs.add(claimInputs(pod.namespace() + "/" + name)));
        }
        return inputs;
    }

    /** Returns the claim without its name; of one that does not exist, the name. */
    private Object claimInputs(String key) {
        return Optional.ofNullable(claims.get(key)).<Object>map(claim -> List.of(claim.deleting(), claim.requests(),
                claim.constraints(), Optional.ofNullable(claim.allocation()))).orElse(key);
    }
}
