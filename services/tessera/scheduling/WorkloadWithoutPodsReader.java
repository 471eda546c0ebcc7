package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Finds workloads that lack pods, where no pod tells the reason. Waits for the cluster. */
public final class WorkloadWithoutPodsReader {

    private final ObjectSource source;
    private final Snapshot snapshot;
    private final Instant now;

    /** @param snapshot tells whose pods may be seen, and how long ago something was */
    public WorkloadWithoutPodsReader(ObjectSource source, Snapshot snapshot, Instant now) {
        this.source = source;
        this.snapshot = snapshot;
        this.now = now;
    }

    /**
     * The workloads that were found, and the problems in reading others.
     *
     * @param gaps what could not be looked at, a sentence each without a full stop
     */
    public record WorkloadGaps(List<WorkloadWithoutPods> workloads, List<String> gaps) {

        public WorkloadGaps {
            workloads = List.copyOf(workloads);
            gaps = List.copyOf(gaps);
        }
    }

    /** Finds a workload by its name, of any kind; empty where there is none or it lacks no pods. */
    public Optional<WorkloadWithoutPods> find(String namespace, String name) throws Failure, InterruptedException {
        try {
            var held = new SuspendedWorkReader(source).find(namespace, name);
            return held.isPresent() ? held : findRefused(namespace, name);
        } catch (Failure failure) {
            var refused = findRefusedAfter(namespace, name, SuspendedWorkReader.requireForbidden(failure));
            if (refused.isPresent()) {
                return refused;
            }
            throw failure;
        }
    }

    /** Returns the workload with refused pods, although reading suspended workloads was forbidden. */
    private Optional<WorkloadWithoutPods> findRefusedAfter(String namespace, String name, Failure other)
            throws Failure, InterruptedException {
        try {
            return findRefused(namespace, name);
        } catch (Failure failure) {
            failure.addSuppressed(other);
            SuspendedWorkReader.requireForbidden(failure);
            return Optional.empty();
        }
    }

    /** Returns the workload of an object; empty where it lacks no pods. */
    public Optional<WorkloadWithoutPods> findObject(ObjectRef work) throws Failure, InterruptedException {
        var kind = SuspensionFields.findRule(work.apiVersion(), work.kind());
        var held = kind.isEmpty() ? Optional.<WorkloadWithoutPods>empty()
                : new SuspendedWorkReader(source).findOfKind(kind.get(), work.namespace(), work.name());
        return held.isPresent() ? held : findRefused(work.namespace(), work.name());
    }

    /** Returns a Job that failed and creates no more pods; empty where there is none of this name. */
    public Optional<WorkloadWithoutPods> findFailedJob(String namespace, String name)
            throws Failure, InterruptedException {
        return new FailedJobReader(source, snapshot).find(namespace, name);
    }

    private Optional<WorkloadWithoutPods> findRefused(String namespace, String name)
            throws Failure, InterruptedException {
        var whole = new TruncationLog(source);
        for (var refused : FailedCreateEvents.read(whole, namespace, snapshot, now)) {
            if (refused.object().isPresent() && refused.workload().name().equals(name)) {
                return Optional.of(new PodCreationFailures(source, refused, refused.object().get()).toWorkload());
            }
        }
        if (!whole.truncationMessages().isEmpty()) {
            throw new Failure(Problem.of(Problem.ProblemKind.OVERLOADED, "Whether pods of %s are refused is not known"
                    .formatted(name)).withDetail(String.join(". ", whole.truncationMessages())));
        }
        return Optional.empty();
    }

    /** Returns all workloads that request devices, in the visible namespaces and without remedies. */
    public WorkloadGaps findAll(AcceleratorCatalog accelerators) throws Failure, InterruptedException {
        var work = new ArrayList<WorkloadWithoutPods>();
        var gaps = new LinkedHashSet<String>();
        var namespaces = snapshot.podScope() instanceof PodScope.NamespacedScope(var some, var _) ? List.copyOf(some)
                : List.of("");
        for (var namespace : namespaces) {
            addAll(namespace, accelerators, work, gaps);
        }
        return new WorkloadGaps(distinctByWorkload(work), List.copyOf(gaps));
    }

    private void addAll(String namespace, AcceleratorCatalog accelerators, List<WorkloadWithoutPods> work,
            Collection<String> gaps)
            throws Failure, InterruptedException {
        var whole = new TruncationLog(source);
        work.addAll(new SuspendedWorkReader(whole).findAll(namespace, accelerators, gaps));
        try {
            addRefused(whole, namespace, accelerators, work, gaps);
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
            gaps.add("Pods that are refused are not known: " + failure.problem().problemText());
        }
        gaps.addAll(whole.truncationMessages());
    }

    private void addRefused(ObjectSource whole, String namespace, AcceleratorCatalog accelerators,
            List<WorkloadWithoutPods> work,
            Collection<String> gaps) throws Failure, InterruptedException {
        int unseen = 0;
        for (var refused : FailedCreateEvents.read(whole, namespace, snapshot, now)) {
            if (refused.object().isEmpty()) {
                unseen++;
            } else if (requestsDevices(refused.object().get(), accelerators)) {
                work.add(new PodCreationFailures(source, refused, refused.object().get()).toWorkload());
            }
        }
        if (unseen > 0) {
            gaps.add("Pods of %d more were refused; whether they still lack pods could not be looked at"
                    .formatted(unseen));
        }
    }

    private static List<WorkloadWithoutPods> distinctByWorkload(List<WorkloadWithoutPods> work) {
        var byName = new LinkedHashMap<ObjectRef, WorkloadWithoutPods>();
        work.forEach(pods -> byName.putIfAbsent(pods.workload(), pods));
        return List.copyOf(byName.values());
    }

    private static boolean requestsDevices(JsonNode maker, AcceleratorCatalog accelerators) {
        var spec = PodSchedulingSpec.of(maker.at("/spec/template"));
        return accelerators.isRequestedBy(spec.requests()) || !spec.deviceClaims().isEmpty();
    }
}
