package tessera.plan.workload;

import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.intent.WorkloadKind;

/** Matches the pods of objects without a selector, directly owned or through other objects. Pure. */
final class OwnedPodMatcher {

    private OwnedPodMatcher() {}

    /** Returns a predicate on pods in the namespace of the object. */
    static Predicate<PodSummary> ownedBy(WorkloadObjectState object) {
        if (WorkloadKind.of(object.object()).filter(WorkloadKind.WORKLOAD::equals).isEmpty()) {
            return pod -> PodOwnerFinder.isMaker(object.object(), pod);
        }
        var work = object.json().at("/metadata/ownerReferences").valueStream()
                .map(owner -> ObjectRef.unresolved(owner.path("apiVersion").asText(), owner.path("kind").asText(),
                        object.object().namespace(), owner.path("name").asText()))
                .toList();
        return pod -> Stream.concat(Stream.of(object.object()), work.stream())
                .anyMatch(each -> PodOwnerFinder.isMaker(each, pod)
                        || (each.kind().equals("Pod") && each.name().equals(pod.name())));
    }
}
