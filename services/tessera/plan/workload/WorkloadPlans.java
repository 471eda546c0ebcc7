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
import tessera.scheduling.KueueObjects;
import tessera.scheduling.LaunchChecks;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.StatusConditions;
import tessera.scheduling.spec.ManifestPods;

/**
 * Plans what is wanted of pods and of what makes them: reads what must be known, then asks a pure planner. Safe for use by
 * several threads.
 */
public final class WorkloadPlans {

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final LaunchChecks launches;

    /** @param launches how pods would fare on nodes */
    public WorkloadPlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators,
            LaunchChecks launches) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.launches = launches;
    }

    /** Works out a plan; waits for the server. */
    public ChangePlan plan(WorkloadIntent intent, Instant now) throws Failure, InterruptedException {
        return plan(intent, now, Optional.empty());
    }

    /**
     * The same where what makes pods becomes another at once.
     *
     * @param becomes how somebody wrote it; empty where it is as it is
     */
    ChangePlan plan(WorkloadIntent intent, Instant now, Optional<JsonNode> becomes)
            throws Failure, InterruptedException {
        try {
            return switch (intent) {
                case WorkloadIntent.DeletePod delete -> {
                    var detail = lookups.workloads().pod(delete.object());
                    yield PodPlanner.plan(delete, detail, survey(delete, detail));
                }
                case WorkloadIntent.EvictPod evict -> {
                    var detail = lookups.workloads().pod(evict.object());
                    yield PodPlanner.plan(evict, detail, survey(evict, detail));
                }
                case WorkloadIntent.Restart _,WorkloadIntent.Scale _,WorkloadIntent.Suspend _,WorkloadIntent.ResumeWorkload _ ->
                    placed(intent, now, becomes);
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

    private PlanSurvey survey(WorkloadIntent intent, PodDetail detail) throws InterruptedException {
        List<BudgetStatus> budgets = List.of();
        var gap = Optional.<Problem>empty();
        try {
            budgets = lookups.budgets(Set.of(intent.object().namespace()));
        } catch (Failure failure) {
            gap = Optional.of(failure.problem());
        }
        return new PlanSurvey(snapshot.get(), accelerators, List.of(), Map.of(), Map.of(detail.uid(), detail), budgets,
                List.of(), Optional.empty(), gap);
    }

    /** Of a kind that the cluster does not have there is nothing to be said of its objects. */
    private ChangePlan placed(WorkloadIntent intent, Instant now, Optional<JsonNode> becomes)
            throws Failure, InterruptedException {
        ObjectRef object;
        try {
            object = lookups.workloads().place(intent.object());
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                throw failure;
            }
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(failure.problem()),
                    "");
        }
        var there = lookups.workloads().workload(object);
        var account = becomes.isPresent() ? Optional.<WorkloadObject>empty() : account(intent, there);
        if (account.isEmpty()) {
            return workload(intent.of(object), there, now, becomes);
        }
        var instead = workload(intent.of(account.get().object()), account.get(), now, becomes);
        return instead.and(List.of(intent instanceof WorkloadIntent.Suspend
                ? "The queue that let it in would start it again: its Workload is made inactive instead"
                : "Its queue looks at it only once its Workload is active again, and that is what is changed"));
    }

    /** The Workload that decides whether work in a queue runs, and that is to be told instead; empty where that is the work's. */
    private Optional<WorkloadObject> account(WorkloadIntent intent, WorkloadObject work)
            throws Failure, InterruptedException {
        boolean stops = intent instanceof WorkloadIntent.Suspend;
        if (!(stops || intent instanceof WorkloadIntent.ResumeWorkload)
                || !work.whole().at("/metadata/labels").has(KueueObjects.QUEUE)) {
            return Optional.empty();
        }
        var account = lookups.workloads().account(work);
        if (account.isEmpty()) {
            return Optional.empty();
        }
        var whole = lookups.workloads().workload(account.get());
        return stops == whole.suspended() || (stops && !StatusConditions.holds(whole.whole(), "Admitted"))
                ? Optional.empty()
                : Optional.of(whole);
    }

    private ChangePlan workload(WorkloadIntent intent, WorkloadObject object, Instant now, Optional<JsonNode> becomes)
            throws Failure, InterruptedException {
        var kind = WorkloadKind.of(intent.object()).orElseThrow(() -> new Failure(Problem.of(ProblemKind.INVALID,
                "A " + intent.object().kind() + " cannot be changed so")));
        var known = snapshot.get();
        var pods = pods(kind, object, known);
        var survey = new PlanSurvey(known, accelerators, List.of(), Map.of(), Map.of(), List.of(), List.of(),
                Optional.empty(), Optional.empty());
        var making = new PodOwnerSpec(kind, becomes.orElse(object.whole()));
        boolean more = intent instanceof WorkloadIntent.ResumeWorkload
                || (intent instanceof WorkloadIntent.Scale scale && scale.replicas() > object.replicas());
        var growth = new WorkloadGrowth(making, new PodOwnerSpec(kind, object.whole()), pods, survey,
                intent instanceof WorkloadIntent.Suspend ? Optional.empty() : quotas(object.object().namespace()),
                more ? launch(making.whole(), object.object().namespace(), known) : Optional.empty());
        return new WorkloadPlanner(new WorkloadChange(kind, object, pods, survey), growth).plan(intent, now);
    }

    /** How its pods would fare that are not there yet; empty where that is not known. */
    private Optional<LaunchOutcome> launch(JsonNode whole, String namespace, Snapshot known)
            throws InterruptedException {
        try {
            var fleet = new GpuFleet.FleetReader(accelerators).read(known, FleetReadings.nothing());
            var fares = launches.of(fleet, ManifestPods.of(List.of(whole), namespace));
            var computing = fares.size() == 1 ? fares
                    : fares.stream().filter(fare -> accelerators.wantedBy(fare.fit().wish().requests())).toList();
            return computing.size() == 1 ? Optional.of(computing.getFirst()) : Optional.empty();
        } catch (Failure _) {
            return Optional.empty();
        }
    }

    private Optional<List<LookupQuota>> quotas(String namespace) throws InterruptedException {
        try {
            return Optional.of(lookups.manifests().quotas(namespace));
        } catch (Failure _) {
            return Optional.empty();
        }
    }

    private static List<PodFacts> pods(WorkloadKind kind, WorkloadObject object, Snapshot known) {
        Predicate<PodFacts> own = kind.everywhere() ? pod -> object.selects().matches(pod.labels())
                : OwnPods.of(object);
        return known.pods()
                .filter(pod -> pod.namespace().equals(object.object().namespace()) && !pod.phase().terminal()
                        && own.test(pod))
                .toList();
    }
}
