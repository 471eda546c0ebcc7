package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tessera.cluster.object.ApiDiscoveryCache;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.OwnerChainReader;
import tessera.kube.labels.LabelSelector;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.FieldManagerReader;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.context.WorkloadPlannerInputReader;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.KueueApiNames;
import tessera.scheduling.WorkloadSuspensionFields;
import tessera.text.MessageCatalog;

/** Reads objects of the API server for plans on pods and workloads. */
final class WorkloadPlanObjectReader implements WorkloadPlannerInputReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadPlanObjectReader.class);

    private final ApiObjectReader objects;

    WorkloadPlanObjectReader(ApiObjectReader objects) {
        this.objects = objects;
    }

    @Override
    public PodPlanningDetails readPod(ObjectRef pod) throws ProblemException, InterruptedException {
        return ApiObjectToPlanModelConverter
                .toPod(objects.readJson(ApiPathBuilder.objectPath(pod), MESSAGES.text("read", pod)));
    }

    @Override
    public ObjectRef resolveObject(ObjectRef object) throws ProblemException, InterruptedException {
        return new ApiDiscoveryCache(objects).resolve(object);
    }

    @Override
    public WorkloadObjectState readWorkload(ObjectRef object) throws ProblemException, InterruptedException {
        var read = objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object));
        var metadata = read.path("metadata");
        var spec = read.path("spec");
        var replicas = spec.path("replicas");
        var suspension = WorkloadSuspensionFields.findRule(object.apiVersion(), object.kind());
        var strategy = spec.path("strategy").path("type").asText(spec.path("updateStrategy").path("type").asText(""));
        return new WorkloadObjectState(object, metadata.path("uid").asText(), metadata.path("resourceVersion").asText(),
                wantedReplicas(replicas, object), suspension.filter(how -> how.isSuspended(read)).isPresent(),
                spec.path("paused").asBoolean(false), suspension.filter(how -> how.isFinished(read)).isPresent(),
                strategy, spec.at("/updateStrategy/rollingUpdate/partition").asInt(),
                spec.at("/template/metadata/annotations").path("kubectl.kubernetes.io/restartedAt").asText(""),
                OwnerChainReader.controllerOf(metadata), LabelSelector.of(spec.path("selector")),
                readScalers(object, read), read);
    }

    private static int wantedReplicas(JsonNode replicas, ObjectRef object) {
        if (replicas.isNumber()) {
            return replicas.asInt();
        }
        if (isScalable(object)) {
            return 1;
        }
        return -1;
    }

    @Override
    public Optional<ObjectRef> findKueueWorkload(WorkloadObjectState input)
            throws ProblemException, InterruptedException {
        for (var version : KueueApiNames.VERSIONS) {
            var objectRef = new ObjectRef(version, WorkloadSuspensionFields.WORKLOAD.kind(), "workloads",
                    input.object().namespace(), "");
            var found = new AtomicReference<String>();
            try {
                objects.forEachItem(ApiPathBuilder.collectionPath(objectRef) + "?limit=500",
                        MESSAGES.text("list.queue.workloads"), element -> noteOwnedItem(element, input, found));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                    return Optional.empty();
                }
                if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    throw problemException;
                }
            }
            if (found.get() != null) {
                return Optional.of(new ObjectRef(version, objectRef.kind(), objectRef.resource(), objectRef.namespace(),
                        found.get()));
            }
        }
        return Optional.empty();
    }

    private static void noteOwnedItem(JsonNode element, WorkloadObjectState input, AtomicReference<String> found) {
        element.at("/metadata/ownerReferences").valueStream()
                .filter(owner -> owner.path("uid").asText().equals(input.uid())).findFirst()
                .ifPresent(_ -> found.set(element.at("/metadata/name").asText()));
    }

    private static boolean isScalable(ObjectRef object) {
        return WorkloadKind.of(object).filter(WorkloadKind::canScale).isPresent();
    }

    private List<String> readScalers(ObjectRef object, JsonNode read) throws InterruptedException {
        if (!isScalable(object)) {
            return List.of();
        }
        var names = new ArrayList<>(FieldManagerReader.managersOf(read, "/spec/replicas"));
        var path = "/apis/autoscaling/v2/namespaces/" + ApiPathBuilder.encode(object.namespace())
                + "/horizontalpodautoscalers?limit=500";
        try {
            for (var scaler : objects.listAll(path, "list HorizontalPodAutoscalers")) {
                var target = scaler.at("/spec/scaleTargetRef");
                if (target.path("kind").asText().equals(object.kind())
                        && target.path("name").asText().equals(object.name())) {
                    names.add("The HorizontalPodAutoscaler " + scaler.at("/metadata/name").asText());
                }
            }
        } catch (ProblemException _) {
            // Of autoscalers that may not be read nobody is warned: they are no reason not to scale.
        }
        return names;
    }
}
