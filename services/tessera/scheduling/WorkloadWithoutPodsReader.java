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

/** Finds work that has no pods, or too few, and no pod that tells why. Waits for the cluster. */
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
     * What was found.
     *
     * @param gaps what could not be looked at, a sentence each without a full stop
     */
    public record WorkloadGaps(List<WorkloadWithoutPods> work, List<String> gaps) {

        public WorkloadGaps {
            work = List.copyOf(work);
            gaps = List.copyOf(gaps);
        }
    }

    /** Work by its name, of whatever kind; empty where there is none of this name, or it lacks no pods. */
    public Optional<WorkloadWithoutPods> of(String namespace, String name) throws Failure, InterruptedException {
        try {
            var held = new SuspendedWork(source).of(namespace, name);
            return held.isPresent() ? held : refused(namespace, name);
        } catch (Failure failure) {
            var refused = refused(namespace, name, SuspendedWork.forbidden(failure));
            if (refused.isPresent()) {
                return refused;
            }
            throw failure;
        }
    }

    /** Whose pods are refused need not be of the kinds that may not be looked at. */
    private Optional<WorkloadWithoutPods> refused(String namespace, String name, Failure other)
            throws Failure, InterruptedException {
        try {
            return refused(namespace, name);
        } catch (Failure failure) {
            failure.addSuppressed(other);
            SuspendedWork.forbidden(failure);
            return Optional.empty();
        }
    }

    /** The same of one object. */
    public Optional<WorkloadWithoutPods> of(ObjectRef work) throws Failure, InterruptedException {
        var kind = SuspensionRules.of(work.apiVersion(), work.kind());
        var held = kind.isEmpty() ? Optional.<WorkloadWithoutPods>empty()
                : new SuspendedWork(source).of(kind.get(), work.namespace(), work.name());
        return held.isPresent() ? held : refused(work.namespace(), work.name());
    }

    /** A Job that was given up: it makes no pods any more, though some of it may be left. */
    public Optional<WorkloadWithoutPods> failed(String namespace, String name) throws Failure, InterruptedException {
        return new FailedJob(source, snapshot).of(namespace, name);
    }

    private Optional<WorkloadWithoutPods> refused(String namespace, String name) throws Failure, InterruptedException {
        var whole = new TruncationLog(source);
        for (var refused : FailedCreateEvents.read(whole, namespace, snapshot, now)) {
            if (refused.object().isPresent() && refused.work().name().equals(name)) {
                return Optional.of(new PodCreationFailures(source, refused, refused.object().get()).told());
            }
        }
        if (!whole.cuts().isEmpty()) {
            throw new Failure(Problem.of(Problem.ProblemKind.OVERLOADED, "Whether pods of %s are refused is not known"
                    .formatted(name)).withDetail(String.join(". ", whole.cuts())));
        }
        return Optional.empty();
    }

    /** All that want devices, without what would help them; where only some namespaces may be seen, those of these. */
    public WorkloadGaps all(AcceleratorCatalog accelerators) throws Failure, InterruptedException {
        var work = new ArrayList<WorkloadWithoutPods>();
        var gaps = new LinkedHashSet<String>();
        var namespaces = snapshot.podScope() instanceof PodScope.NamespacedScope(var some, var _) ? List.copyOf(some)
                : List.of("");
        for (var namespace : namespaces) {
            all(namespace, accelerators, work, gaps);
        }
        return new WorkloadGaps(distinct(work), List.copyOf(gaps));
    }

    private void all(String namespace, AcceleratorCatalog accelerators, List<WorkloadWithoutPods> work,
            Collection<String> gaps)
            throws Failure, InterruptedException {
        var whole = new TruncationLog(source);
        work.addAll(new SuspendedWork(whole).all(namespace, accelerators, gaps));
        try {
            refused(whole, namespace, accelerators, work, gaps);
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
            gaps.add("Pods that are refused are not known: " + failure.problem().sentence());
        }
        gaps.addAll(whole.cuts());
    }

    private void refused(ObjectSource whole, String namespace, AcceleratorCatalog accelerators,
            List<WorkloadWithoutPods> work,
            Collection<String> gaps) throws Failure, InterruptedException {
        int unseen = 0;
        for (var refused : FailedCreateEvents.read(whole, namespace, snapshot, now)) {
            if (refused.object().isEmpty()) {
                unseen++;
            } else if (wants(refused.object().get(), accelerators)) {
                work.add(new PodCreationFailures(source, refused, refused.object().get()).told());
            }
        }
        if (unseen > 0) {
            gaps.add("Pods of %d more were refused; whether they still lack pods could not be looked at"
                    .formatted(unseen));
        }
    }

    private static List<WorkloadWithoutPods> distinct(List<WorkloadWithoutPods> work) {
        var byName = new LinkedHashMap<ObjectRef, WorkloadWithoutPods>();
        work.forEach(each -> byName.putIfAbsent(each.work(), each));
        return List.copyOf(byName.values());
    }

    private static boolean wants(JsonNode maker, AcceleratorCatalog accelerators) {
        var wish = PodSchedulingSpec.of(maker.at("/spec/template"));
        return accelerators.wantedBy(wish.requests()) || !wish.deviceClaims().isEmpty();
    }
}
