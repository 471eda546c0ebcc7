package tessera.plan.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.lint.ManifestLinter;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.FleetReadings;
import tessera.plan.context.LintClusterContextReader;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.plan.context.ServedKindReader;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.quota.KueueQueues;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.ManifestPlacementPredictor;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.text.ForeignMessage;
import tessera.text.OptionalText;
import tessera.text.Reason;

/** Plans launches: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class WorkloadLaunchPlanService {

    private static final JsonMapper JSON = new JsonMapper();

    private final PlannerInputReader inputReader;
    private final ClusterObjectSource objects;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final ManifestPlacementPredictor predictor;

    /** @param predictor how pods would fare on nodes */
    public WorkloadLaunchPlanService(PlannerInputReader inputReader, ClusterObjectSource objects,
            Supplier<ClusterSnapshot> snapshot, AcceleratorCatalog accelerators, ManifestPlacementPredictor predictor) {
        this.inputReader = inputReader;
        this.objects = objects;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.predictor = predictor;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(WorkloadLaunchIntent intent) throws ProblemException, InterruptedException {
        return switch (intent) {
            case WorkloadLaunchIntent.LaunchWorkloadIntent launchWorkload ->
                WorkloadLaunchPlanner.plan(launchWorkload, readSurvey(launchWorkload));
            case WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent deleteLaunchedWorkload ->
                LaunchedWorkloadRemovalPlanner.plan(deleteLaunchedWorkload, readSurvey(deleteLaunchedWorkload));
        };
    }

    private LaunchedWorkloadRemovalInput readSurvey(
            WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent deleteLaunchedWorkload)
            throws ProblemException, InterruptedException {
        var manifests = inputReader.manifests();
        var kinds = new LinkedHashMap<String, Optional<ServedKind>>();
        var objects = new HashMap<LaunchedObject, JsonNode>();
        var unread = new HashMap<LaunchedObject, Problem>();
        for (var object : deleteLaunchedWorkload.objects()) {
            var known = manifests.findKind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            if (known.isPresent() && known.get().namespaced()) {
                try {
                    var text = manifests.readJson(new ObjectRef(object.apiVersion(), object.kind(),
                            known.get().plural(), deleteLaunchedWorkload.namespace(), object.name()));
                    if (text.isPresent()) {
                        objects.put(object, JSON.readTree(text.get()));
                    }
                } catch (ProblemException problemException) {
                    unread.put(object, problemException.problem());
                } catch (JsonProcessingException damaged) {
                    unread.put(object,
                            Problem.of(OperationProblemKind.UNEXPECTED,
                                    new WorkloadLaunchRefusal.WithdrawnObjectUnreadable())
                                    .withDetail(String.valueOf(damaged.getMessage())));
                }
            }
        }
        return new LaunchedWorkloadRemovalInput(new NodeAndPodPlannerInput(snapshot.get(), accelerators, List.of(),
                Map.of(), Map.of(), List.of(), List.of(), Optional.empty(), Optional.empty()), kinds, objects, unread);
    }

    private WorkloadLaunchPlannerInput readSurvey(WorkloadLaunchIntent.LaunchWorkloadIntent launchWorkload)
            throws ProblemException, InterruptedException {
        var manifests = inputReader.manifests();
        var kubernetesManifest = KubernetesManifest.read(launchWorkload.manifest());
        var kinds = new HashMap<String, Optional<ServedKind>>();
        var served = new HashMap<String, List<String>>();
        var quotas = new HashMap<String, List<QuotaWithUsage>>();
        var gaps = new ArrayList<Reason>();
        for (var object : kubernetesManifest.objects()) {
            var known = manifests.findKind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            served.put(object.apiVersion() + "/" + object.kind(),
                    ServedKindReader.servedVersions(manifests, object.apiVersion(), object.kind()));
            var namespace = OptionalText.orElse(object.namespace(), launchWorkload.namespace());
            if (!object.templates().isEmpty() && !quotas.containsKey(namespace)) {
                try {
                    quotas.put(namespace, manifests.listQuotas(namespace));
                } catch (ProblemException problemException) {
                    quotas.put(namespace, List.of());
                    gaps.add(new WorkloadLaunchWarning.LaunchQuotasUnread(problemException.problem().toReason()));
                }
            }
        }
        var now = snapshot.get();
        var findings = new ManifestLinter(accelerators).check(kubernetesManifest,
                Optional.of(new LintClusterContextReader(inputReader).read(now, served, List.of(kubernetesManifest),
                        launchWorkload.namespace())));
        return new WorkloadLaunchPlannerInput(kubernetesManifest, kinds, quotas, findings,
                computeOutcomes(launchWorkload, now, gaps),
                findExisting(launchWorkload, kubernetesManifest, kinds, gaps),
                readQueues(launchWorkload, kubernetesManifest, gaps), gaps);
    }

    /** Returns the objects that exist already; those that cannot be read are left to the server. */
    private List<ObjectRef> findExisting(WorkloadLaunchIntent.LaunchWorkloadIntent launchWorkload,
            KubernetesManifest kubernetesManifest, Map<String, Optional<ServedKind>> kinds, List<Reason> gaps)
            throws InterruptedException {
        var existing = new ArrayList<ObjectRef>();
        for (var object : kubernetesManifest.objects()) {
            var kind = kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            if (kind.isPresent() && !object.name().isEmpty()) {
                var reference = WorkloadLaunchPlanner.referenceTo(launchWorkload, object, kind.get());
                try {
                    inputReader.manifests().readLabels(reference).ifPresent(_ -> existing.add(reference));
                } catch (ProblemException problemException) {
                    if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                        gaps.add(new WorkloadLaunchWarning.ExistingObjectUnknown(object.objectName(),
                                problemException.problem().toReason()));
                    }
                }
            }
        }
        return existing;
    }

    private Optional<KueueQueues> readQueues(WorkloadLaunchIntent.LaunchWorkloadIntent launchWorkload,
            KubernetesManifest kubernetesManifest, List<Reason> gaps) throws InterruptedException {
        var namespaces = kubernetesManifest.objects().stream()
                .filter(object -> !WorkloadLaunchCapacityCheck.queueOf(object).isEmpty())
                .map(object -> OptionalText.orElse(object.namespace(), launchWorkload.namespace())).distinct().toList();
        try {
            if (namespaces.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(KueueQueues.read(objects, namespaces));
        } catch (ProblemException problemException) {
            gaps.add(new WorkloadLaunchWarning.LaunchQueuesUnread(problemException.problem().toReason()));
            return Optional.empty();
        }
    }

    private List<tessera.scheduling.PredictedPodPlacement> computeOutcomes(
            WorkloadLaunchIntent.LaunchWorkloadIntent launchWorkload, ClusterSnapshot now, List<Reason> gaps)
            throws InterruptedException {
        try {
            var fleet = new GpuFleet.GpuFleetReader(accelerators).read(now, FleetReadings.emptyReadings());
            var contents = predictor.resolveRuntimes(ManifestPodFinder.readContents(
                    ManifestJsonConverter.parseDocuments(launchWorkload.manifest()), launchWorkload.namespace()));
            contents.problemTexts().forEach(text -> gaps.add(new ForeignMessage(text)));
            return predictor.checkResolved(fleet, contents);
        } catch (ProblemException problemException) {
            gaps.add(new WorkloadLaunchWarning.LaunchPlacementUnknown(problemException.problem().toReason()));
            return List.of();
        }
    }
}
