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
import tessera.scheduling.KueueObjectReader;
import tessera.scheduling.SuspensionFields;

/** Reads objects of the API server for plans on pods and workloads. */
final class WorkloadReader implements WorkloadLookups {

    private final ObjectLists objects;

    WorkloadReader(ObjectLists objects) {
        this.objects = objects;
    }

    @Override
    public PodDetail readPod(ObjectRef pod) throws Failure, InterruptedException {
        return PlanObjects.toPod(objects.readJson(ApiPaths.objectPath(pod), "read " + pod));
    }

    @Override
    public ObjectRef resolveObject(ObjectRef object) throws Failure, InterruptedException {
        return new ServedKinds(objects).resolve(object);
    }

    @Override
    public WorkloadObject readWorkload(ObjectRef object) throws Failure, InterruptedException {
        var read = objects.readJson(ApiPaths.objectPath(object), "read " + object);
        var metadata = read.path("metadata");
        var spec = read.path("spec");
        var replicas = spec.path("replicas");
        var suspension = SuspensionFields.findRule(object.apiVersion(), object.kind());
        var strategy = spec.path("strategy").path("type").asText(spec.path("updateStrategy").path("type").asText(""));
        return new WorkloadObject(object, metadata.path("uid").asText(), metadata.path("resourceVersion").asText(),
                replicas.isNumber() ? replicas.asInt() : isScalable(object) ? 1 : -1,
                suspension.filter(how -> how.isSuspended(read)).isPresent(), spec.path("paused").asBoolean(false),
                suspension.filter(how -> how.isFinished(read)).isPresent(), strategy,
                spec.at("/updateStrategy/rollingUpdate/partition").asInt(),
                spec.at("/template/metadata/annotations").path("kubectl.kubernetes.io/restartedAt").asText(""),
                OwnerReader.controllerOf(metadata), PlanObjects.toSelection(spec.path("selector")),
                readScalers(object, read), read);
    }

    @Override
    public Optional<ObjectRef> findKueueWorkload(WorkloadObject work) throws Failure, InterruptedException {
        for (var version : KueueObjectReader.VERSIONS) {
            var place = new ObjectRef(version, SuspensionFields.WORKLOAD.kind(), "workloads", work.object().namespace(),
                    "");
            var found = new AtomicReference<String>();
            try {
                objects.forEachItem(ApiPaths.collectionPath(place) + "?limit=500", "list the workloads of a queue",
                        element -> element.at("/metadata/ownerReferences").valueStream()
                                .filter(owner -> owner.path("uid").asText().equals(work.uid())).findFirst()
                                .ifPresent(_ -> found.set(element.at("/metadata/name").asText())));
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

    private static boolean isScalable(ObjectRef object) {
        return WorkloadKind.of(object).filter(WorkloadKind::canScale).isPresent();
    }

    private List<String> readScalers(ObjectRef object, JsonNode read) throws InterruptedException {
        if (!isScalable(object)) {
            return List.of();
        }
        var names = new ArrayList<>(FieldOwner.managersOf(read, "/spec/replicas"));
        var path = "/apis/autoscaling/v2/namespaces/" + ApiPaths.encode(object.namespace())
                + "/horizontalpodautoscalers?limit=500";
        try {
            for (var scaler : objects.listAll(path, "list HorizontalPodAutoscalers")) {
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
