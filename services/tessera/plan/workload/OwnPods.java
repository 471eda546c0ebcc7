package tessera.plan.workload;

import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.insight.PodOwners;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.plan.context.WorkloadObject;
import tessera.plan.intent.WorkloadKind;

/** Tells which pods are made by objects that select none, or by what these make. Pure. */
final class OwnPods {

    private OwnPods() {}

    /** Of the pods in its namespace. */
    static Predicate<PodFacts> of(WorkloadObject object) {
        if (WorkloadKind.of(object.object()).filter(WorkloadKind.WORKLOAD::equals).isEmpty()) {
            return pod -> PodOwners.made(object.object(), pod);
        }
        var work = object.whole().at("/metadata/ownerReferences").valueStream()
                .map(owner -> ObjectRef.unplaced(owner.path("apiVersion").asText(), owner.path("kind").asText(),
                        object.object().namespace(), owner.path("name").asText()))
                .toList();
        return pod -> Stream.concat(Stream.of(object.object()), work.stream())
                .anyMatch(each -> PodOwners.made(each, pod)
                        || (each.kind().equals("Pod") && each.name().equals(pod.name())));
    }
}
