package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.OwnerReader;
import tessera.cluster.object.ServedKinds;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.FieldOwner;
import tessera.plan.context.PodDetail;
import tessera.plan.context.WorkloadLookups;
import tessera.plan.context.WorkloadObject;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.KueueObjects;
import tessera.scheduling.SuspensionRules;

/** Reads what plans for pods and for what makes them need from the API server. */
final class WorkloadReads implements WorkloadLookups {

    private final ObjectLists objects;

    WorkloadReads(ObjectLists objects) {
        this.objects = objects;
    }

    @Override
    public PodDetail pod(ObjectRef pod) throws Failure, InterruptedException {
        return PlanObjects.pod(objects.read(ApiPaths.of(pod), "read " + pod));
    }

    @Override
    public ObjectRef place(ObjectRef object) throws Failure, InterruptedException {
        return new ServedKinds(objects).place(object);
    }

    @Override
    public WorkloadObject workload(ObjectRef object) throws Failure, InterruptedException {
        var read = objects.read(ApiPaths.of(object), "read " + object);
        var metadata = read.path("metadata");
        var spec = read.path("spec");
        var replicas = spec.path("replicas");
        var suspension = SuspensionRules.of(object.apiVersion(), object.kind());
        var strategy = spec.path("strategy").path("type").asText(spec.path("updateStrategy").path("type").asText(""));
        return new WorkloadObject(object, metadata.path("uid").asText(), metadata.path("resourceVersion").asText(),
                replicas.isNumber() ? replicas.asInt() : scaled(object) ? 1 : -1,
                suspension.filter(how -> how.on(read)).isPresent(), spec.path("paused").asBoolean(false),
                suspension.filter(how -> how.over(read)).isPresent(), strategy,
                spec.at("/updateStrategy/rollingUpdate/partition").asInt(),
                spec.at("/template/metadata/annotations").path("kubectl.kubernetes.io/restartedAt").asText(""),
                OwnerReader.controller(metadata), PlanObjects.selection(spec.path("selector")),
                scalers(object, read), read);
    }

    @Override
    public Optional<ObjectRef> account(WorkloadObject work) throws Failure, InterruptedException {
        for (var version : KueueObjects.VERSIONS) {
            var place = new ObjectRef(version, SuspensionRules.WORKLOAD.kind(), "workloads", work.object().namespace(),
                    "");
            var found = new AtomicReference<String>();
            try {
                objects.each(ApiPaths.collection(place) + "?limit=500", "list the workloads of a queue",
                        each -> each.at("/metadata/ownerReferences").valueStream()
                                .filter(owner -> owner.path("uid").asText().equals(work.uid())).findFirst()
                                .ifPresent(_ -> found.set(each.at("/metadata/name").asText())));
            } catch (Failure failure) {
                if (failure.problem().kind() == ProblemKind.FORBIDDEN) {
                    return Optional.empty();
                }
                if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw failure;
                }
            }
            if (found.get() != null) {
                return Optional.of(new ObjectRef(version, place.kind(), place.resource(), place.namespace(),
                        found.get()));
            }
        }
        return Optional.empty();
    }

    private static boolean scaled(ObjectRef object) {
        return WorkloadKind.of(object).filter(WorkloadKind::scales).isPresent();
    }

    private List<String> scalers(ObjectRef object, JsonNode read) throws InterruptedException {
        if (!scaled(object)) {
            return List.of();
        }
        var names = new ArrayList<>(FieldOwner.programs(read, "/spec/replicas"));
        var path = "/apis/autoscaling/v2/namespaces/" + ApiPaths.encode(object.namespace())
                + "/horizontalpodautoscalers?limit=500";
        try {
            for (var scaler : objects.items(path, "list HorizontalPodAutoscalers")) {
                var target = scaler.at("/spec/scaleTargetRef");
                if (target.path("kind").asText().equals(object.kind())
                        && target.path("name").asText().equals(object.name())) {
                    names.add("The HorizontalPodAutoscaler " + scaler.at("/metadata/name").asText());
                }
            }
        } catch (Failure _) {
            // Of autoscalers that may not be read nobody is warned: they are no reason not to scale.
        }
        return names;
    }
}
