package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.reading.FleetReadings;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.ManifestLookups.LookupQuota;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.PodDetail;
import tessera.plan.context.SurveyLookups;
import tessera.plan.context.WorkloadObject;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.scheduling.KueueObjectReader;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.LaunchPredictor;
import tessera.scheduling.StatusConditions;
import tessera.scheduling.spec.ManifestPods;

/**
 * Plans pod and workload intents: reads the input, then calls a pure planner. Safe for use by
 * several threads.
 */
public final class WorkloadPlans {

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final LaunchPredictor launches;

    /** @param launches how pods would fare on nodes */
    public WorkloadPlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators,
            LaunchPredictor launches) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.launches = launches;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(WorkloadIntent intent, Instant now) throws Failure, InterruptedException {
        return plan(intent, now, Optional.empty());
    }

    /**
     * Plans an intent for a workload that is edited at the same time.
     *
     * @param becomes how somebody wrote it; empty where it is as it is
     */
    ChangePlan plan(WorkloadIntent intent, Instant now, Optional<JsonNode> becomes)
            throws Failure, InterruptedException {
        try {
            return switch (intent) {
                case WorkloadIntent.DeletePod delete -> {
                    var detail = lookups.workloads().readPod(delete.object());
                    yield PodPlanner.plan(delete, detail, readSurvey(delete, detail));
                }
                case WorkloadIntent.EvictPod evict -> {
                    var detail = lookups.workloads().readPod(evict.object());
                    yield PodPlanner.plan(evict, detail, readSurvey(evict, detail));
                }
                case WorkloadIntent.RestartWorkload _,WorkloadIntent.ScaleWorkload _,WorkloadIntent.SuspendWorkload _,WorkloadIntent.ResumeWorkload _ ->
                    planResolved(intent, now, becomes);
            };
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                throw failure;
            }
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(),
                    List.of(new Problem(ProblemKind.NOT_FOUND,
                            "There is no %s “%s” in the namespace “%s”".formatted(intent.object().kind(),
                                    intent.object().name(), intent.object().namespace()),
                            failure.problem().detail(), "")),
                    "");
        }
    }

    private PlanSurvey readSurvey(WorkloadIntent intent, PodDetail detail) throws InterruptedException {
        List<BudgetStatus> budgets = List.of();
        var problem = Optional.<Problem>empty();
        try {
            budgets = lookups.readBudgets(Set.of(intent.object().namespace()));
        } catch (Failure failure) {
            problem = Optional.of(failure.problem());
        }
        return new PlanSurvey(snapshot.get(), accelerators, List.of(), Map.of(), Map.of(detail.uid(), detail), budgets,
                List.of(), Optional.empty(), problem);
    }

    /** Plans an intent once the kind is resolved; refused if the cluster does not serve it. */
    private ChangePlan planResolved(WorkloadIntent intent, Instant now, Optional<JsonNode> becomes)
            throws Failure, InterruptedException {
        ObjectRef object;
        try {
            object = lookups.workloads().resolveObject(intent.object());
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                throw failure;
            }
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(failure.problem()),
                    "");
        }
        var there = lookups.workloads().readWorkload(object);
        var account = becomes.isPresent() ? Optional.<WorkloadObject>empty() : findKueueWorkload(intent, there);
        if (account.isEmpty()) {
            return planWorkload(intent.withObject(object), there, now, becomes);
        }
        var instead = planWorkload(intent.withObject(account.get().object()), account.get(), now, becomes);
        return instead.withWarnings(List.of(intent instanceof WorkloadIntent.SuspendWorkload
                ? "The queue that let it in would start it again: its Workload is made inactive instead"
                : "Its queue looks at it only once its Workload is active again, and that is what is changed"));
    }

    /** Returns the Kueue Workload to change instead, if it decides whether the queued work runs; else empty. */
    private Optional<WorkloadObject> findKueueWorkload(WorkloadIntent intent, WorkloadObject work)
            throws Failure, InterruptedException {
        boolean stops = intent instanceof WorkloadIntent.SuspendWorkload;
        if (!(stops || intent instanceof WorkloadIntent.ResumeWorkload)
                || !work.json().at("/metadata/labels").has(KueueObjectReader.QUEUE)) {
            return Optional.empty();
        }
        var account = lookups.workloads().findKueueWorkload(work);
        if (account.isEmpty()) {
            return Optional.empty();
        }
        var whole = lookups.workloads().readWorkload(account.get());
        return stops == whole.suspended() || (stops && !StatusConditions.isTrue(whole.json(), "Admitted"))
                ? Optional.empty()
                : Optional.of(whole);
    }

    private ChangePlan planWorkload(WorkloadIntent intent, WorkloadObject object, Instant now,
            Optional<JsonNode> becomes)
            throws Failure, InterruptedException {
        var kind = WorkloadKind.of(intent.object()).orElseThrow(() -> new Failure(Problem.of(ProblemKind.INVALID,
                "A " + intent.object().kind() + " cannot be changed so")));
        var known = snapshot.get();
        var pods = podsOf(kind, object, known);
        var survey = new PlanSurvey(known, accelerators, List.of(), Map.of(), Map.of(), List.of(), List.of(),
                Optional.empty(), Optional.empty());
        var making = new PodOwnerSpec(kind, becomes.orElse(object.json()));
        boolean more = intent instanceof WorkloadIntent.ResumeWorkload
                || (intent instanceof WorkloadIntent.ScaleWorkload scale && scale.replicas() > object.replicas());
        var growth = new WorkloadGrowth(making, new PodOwnerSpec(kind, object.json()), pods, survey,
                intent instanceof WorkloadIntent.SuspendWorkload ? Optional.empty()
                        : readQuotas(object.object().namespace()),
                more ? computeOutcome(making.json(), object.object().namespace(), known) : Optional.empty());
        return new WorkloadPlanner(new WorkloadChange(kind, object, pods, survey), growth).plan(intent, now);
    }

    /** Returns the scheduling outcome of its new pods; empty if unknown. */
    private Optional<LaunchOutcome> computeOutcome(JsonNode whole, String namespace, Snapshot known)
            throws InterruptedException {
        try {
            var fleet = new GpuFleet.FleetReader(accelerators).read(known, FleetReadings.emptyReadings());
            var fares = launches.checkManifest(fleet, ManifestPods.readContents(List.of(whole), namespace));
            var computing = fares.size() == 1 ? fares
                    : fares.stream().filter(fare -> accelerators.isRequestedBy(fare.fit().podSpec().requests()))
                            .toList();
            return computing.size() == 1 ? Optional.of(computing.getFirst()) : Optional.empty();
        } catch (Failure _) {
            return Optional.empty();
        }
    }

    private Optional<List<LookupQuota>> readQuotas(String namespace) throws InterruptedException {
        try {
            return Optional.of(lookups.manifests().listQuotas(namespace));
        } catch (Failure _) {
            return Optional.empty();
        }
    }

    private static List<PodFacts> podsOf(WorkloadKind kind, WorkloadObject object, Snapshot known) {
        Predicate<PodFacts> own = kind.isBuiltIn() ? pod -> object.selector().matches(pod.labels())
                : OwnedPodMatcher.ownedBy(object);
        return known.pods()
                .filter(pod -> pod.namespace().equals(object.object().namespace()) && !pod.phase().isTerminal()
                        && own.test(pod))
                .toList();
    }
}
