package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.PodOwnerFinder;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.FleetReadings;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.scheduling.KueueApiNames;
import tessera.scheduling.ManifestPlacementPredictor;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.StatusConditionReader;
import tessera.scheduling.spec.ManifestPodFinder;

/**
 * Plans pod and workload intents: reads the input, then calls a pure planner. Safe for use by
 * several threads.
 */
public final class WorkloadPlanService {

    private final PlannerInputReader inputReader;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final ManifestPlacementPredictor predictor;

    /** @param predictor how pods would fare on nodes */
    public WorkloadPlanService(PlannerInputReader inputReader, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators, ManifestPlacementPredictor predictor) {
        this.inputReader = inputReader;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.predictor = predictor;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(WorkloadChangeIntent intent, Instant now) throws ProblemException, InterruptedException {
        return plan(intent, now, Optional.empty());
    }

    /**
     * Plans an intent for a workload that is edited at the same time.
     *
     * @param becomes how somebody wrote it; empty where it is as it is
     */
    ChangePlan plan(WorkloadChangeIntent intent, Instant now, Optional<JsonNode> becomes)
            throws ProblemException, InterruptedException {
        try {
            return switch (intent) {
                case WorkloadChangeIntent.DeletePodIntent delete -> {
                    var detail = inputReader.workloads().readPod(delete.object());
                    yield PodRemovalPlanner.plan(delete, detail, readSurvey(delete, detail));
                }
                case WorkloadChangeIntent.EvictPodIntent evict -> {
                    var detail = inputReader.workloads().readPod(evict.object());
                    yield PodRemovalPlanner.plan(evict, detail, readSurvey(evict, detail));
                }
                case WorkloadChangeIntent.RestartWorkloadIntent _,WorkloadChangeIntent.ScaleWorkloadIntent _,WorkloadChangeIntent.SuspendWorkloadIntent _,WorkloadChangeIntent.ResumeWorkloadIntent _ ->
                    planResolved(intent, now, becomes);
            };
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                throw problemException;
            }
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(),
                    List.of(new WorkloadChangeRefusal.WorkloadNotFound(intent.object().kind(), intent.object().name(),
                            intent.object().namespace()).toProblem().withDetail(problemException.problem().detail())),
                    "");
        }
    }

    private NodeAndPodPlannerInput readSurvey(WorkloadChangeIntent intent, PodPlanningDetails detail)
            throws InterruptedException {
        List<PodDisruptionBudget> budgets = List.of();
        var problem = Optional.<Problem>empty();
        try {
            budgets = inputReader.readBudgets(Set.of(intent.object().namespace()));
        } catch (ProblemException problemException) {
            problem = Optional.of(problemException.problem());
        }
        return new NodeAndPodPlannerInput(snapshot.get(), accelerators, List.of(), Map.of(),
                Map.of(detail.uid(), detail), budgets, List.of(), Optional.empty(), problem);
    }

    /** Plans an intent once the kind is resolved; refused if the cluster does not serve it. */
    private ChangePlan planResolved(WorkloadChangeIntent intent, Instant now, Optional<JsonNode> becomes)
            throws ProblemException, InterruptedException {
        ObjectRef object;
        try {
            object = inputReader.workloads().resolveObject(intent.object());
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                throw problemException;
            }
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(),
                    List.of(problemException.problem()), "");
        }
        var input = inputReader.workloads().readWorkload(object);
        var account = becomes.isPresent() ? Optional.<WorkloadObjectState>empty() : findKueueWorkload(intent, input);
        if (account.isEmpty()) {
            return planWorkload(intent.withObject(object), input, now, becomes);
        }
        var instead = planWorkload(intent.withObject(account.get().object()), account.get(), now, becomes);
        return instead.withWarnings(List.of(intent instanceof WorkloadChangeIntent.SuspendWorkloadIntent
                ? new WorkloadChangeWarning.WorkloadDeactivatedInstead()
                : new WorkloadChangeWarning.WorkloadActivatedInstead()));
    }

    /** Returns the Kueue Workload to change instead, if it decides whether the queued work runs; else empty. */
    private Optional<WorkloadObjectState> findKueueWorkload(WorkloadChangeIntent intent, WorkloadObjectState input)
            throws ProblemException, InterruptedException {
        boolean stops = intent instanceof WorkloadChangeIntent.SuspendWorkloadIntent;
        if (!(stops || intent instanceof WorkloadChangeIntent.ResumeWorkloadIntent)
                || !input.json().at("/metadata/labels").has(KueueApiNames.QUEUE_LABEL)) {
            return Optional.empty();
        }
        var account = inputReader.workloads().findKueueWorkload(input);
        if (account.isEmpty()) {
            return Optional.empty();
        }
        var whole = inputReader.workloads().readWorkload(account.get());
        if (stops == whole.suspended() || (stops && !StatusConditionReader.isTrue(whole.json(), "Admitted"))) {
            return Optional.empty();
        }
        return Optional.of(whole);
    }

    private ChangePlan planWorkload(WorkloadChangeIntent intent, WorkloadObjectState object, Instant now,
            Optional<JsonNode> becomes) throws ProblemException, InterruptedException {
        var kind = WorkloadKind.of(intent.object()).orElseThrow(() -> new ProblemException(
                new WorkloadChangeRefusal.ChangeUnsupported(intent.object().kind()).toProblem()));
        var known = snapshot.get();
        var pods = podsOf(kind, object, known);
        var input = new NodeAndPodPlannerInput(known, accelerators, List.of(), Map.of(), Map.of(), List.of(), List.of(),
                Optional.empty(), Optional.empty());
        var making = new WorkloadSpecReader(kind, becomes.orElse(object.json()));
        boolean more = intent instanceof WorkloadChangeIntent.ResumeWorkloadIntent
                || (intent instanceof WorkloadChangeIntent.ScaleWorkloadIntent scale
                        && scale.replicas() > object.replicas());
        var growth = new WorkloadGrowthCapacityCheck(making, new WorkloadSpecReader(kind, object.json()), pods, input,
                intent instanceof WorkloadChangeIntent.SuspendWorkloadIntent ? Optional.empty()
                        : readQuotas(object.object().namespace()),
                more ? computeOutcome(making.json(), object.object().namespace(), known) : Optional.empty());
        return new WorkloadPlanner(new WorkloadChangeTarget(kind, object, pods, input), growth).plan(intent, now);
    }

    /** Returns the scheduling outcome of its new pods; empty if unknown. */
    private Optional<PredictedPodPlacement> computeOutcome(JsonNode whole, String namespace, ClusterSnapshot known)
            throws InterruptedException {
        try {
            var fleet = new GpuFleet.GpuFleetReader(accelerators).read(known, FleetReadings.emptyReadings());
            var fares = predictor.checkManifest(fleet, ManifestPodFinder.readContents(List.of(whole), namespace));
            var computing = fares.size() == 1 ? fares
                    : fares.stream().filter(fare -> accelerators.isRequestedBy(fare.fit().podSpec().requests()))
                            .toList();
            if (computing.size() == 1) {
                return Optional.of(computing.getFirst());
            }
            return Optional.empty();
        } catch (ProblemException _) {
            return Optional.empty();
        }
    }

    private Optional<List<QuotaWithUsage>> readQuotas(String namespace) throws InterruptedException {
        try {
            return Optional.of(inputReader.manifests().listQuotas(namespace));
        } catch (ProblemException _) {
            return Optional.empty();
        }
    }

    private static List<PodSummary> podsOf(WorkloadKind kind, WorkloadObjectState object, ClusterSnapshot known) {
        Predicate<PodSummary> own = kind.isBuiltIn() ? pod -> object.selector().matches(pod.labels())
                : OwnedPodMatcher.ownedBy(object);
        return known.pods().filter(pod -> pod.namespace().equals(object.object().namespace())
                && !pod.phase().isTerminal() && own.test(pod)).toList();
    }

    /** Matches the pods of objects without a selector, directly owned or through other objects. Pure. */
    private static final class OwnedPodMatcher {

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
            return pod -> isMadeByObject(pod, object, work);
        }

        private static boolean isMadeByObject(PodSummary pod, WorkloadObjectState object, List<ObjectRef> work) {
            return Stream.concat(Stream.of(object.object()), work.stream())
                    .anyMatch(each -> PodOwnerFinder.isMaker(each, pod)
                            || (each.kind().equals("Pod") && each.name().equals(pod.name())));
        }
    }
}
