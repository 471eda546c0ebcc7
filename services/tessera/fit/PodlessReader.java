package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.fit.wish.JobPods;
import tessera.fit.wish.PodWish;
import tessera.insight.Accelerators;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Snapshot;

/** Finds work that has no pods, or too few, and no pod that tells why. Waits for the cluster. */
public final class PodlessReader {

    private static final ObjectRef JOBS = new ObjectRef("batch/v1", "Job", "jobs", "", "");

    private final ObjectSource source;
    private final Snapshot snapshot;
    private final Instant now;

    /** @param snapshot tells whose pods may be seen, and how long ago something was */
    public PodlessReader(ObjectSource source, Snapshot snapshot, Instant now) {
        this.source = source;
        this.snapshot = snapshot;
        this.now = now;
    }

    /**
     * What was found.
     *
     * @param gaps what could not be looked at, a sentence each without a full stop
     */
    public record Found(List<Podless> work, List<String> gaps) {

        public Found {
            work = List.copyOf(work);
            gaps = List.copyOf(gaps);
        }
    }

    /** Work by its name; empty where there is none of this name, or it lacks no pods. */
    public Optional<Podless> of(String namespace, String name) throws Failure, InterruptedException {
        var job = source.object(new ObjectRef(JOBS.apiVersion(), JOBS.kind(), JOBS.resource(), namespace, name))
                .filter(PodlessReader::suspended);
        if (job.isPresent()) {
            return Optional.of(held(job.get()));
        }
        var whole = new NotedCuts(source);
        for (var refused : RefusedPods.read(whole, namespace, snapshot, now)) {
            if (refused.object().isPresent() && refused.work().name().equals(name)) {
                return Optional.of(new RefusedWork(source, refused, refused.object().get()).told());
            }
        }
        if (!whole.cuts().isEmpty()) {
            throw new Failure(Problem.of(Problem.Kind.OVERLOADED, "Whether pods of %s are refused is not known"
                    .formatted(name)).withDetail(String.join(". ", whole.cuts())));
        }
        return Optional.empty();
    }

    /** All that want devices, without what would help them; where only some namespaces may be seen, those of these. */
    public Found all(Accelerators accelerators) throws Failure, InterruptedException {
        var work = new ArrayList<Podless>();
        var gaps = new LinkedHashSet<String>();
        var namespaces = snapshot.podScope() instanceof PodScope.Only(var some, var _) ? List.copyOf(some)
                : List.of("");
        for (var namespace : namespaces) {
            all(namespace, accelerators, work, gaps);
        }
        return new Found(distinct(work), List.copyOf(gaps));
    }

    private void all(String namespace, Accelerators accelerators, List<Podless> work, Collection<String> gaps)
            throws Failure, InterruptedException {
        var held = new ArrayList<JsonNode>();
        var whole = new NotedCuts(source);
        whole.allowed(new ObjectRef(JOBS.apiVersion(), JOBS.kind(), JOBS.resource(), namespace, ""), job -> {
            if (suspended(job) && wants(job, accelerators)) {
                held.add(job);
            }
        }).ifPresent(why -> gaps.add("Suspended Jobs are not known: " + why.sentence()));
        var words = held.isEmpty() ? List.<JsonNode>of() : queued(namespace, gaps);
        held.forEach(job -> work.add(held(job, words)));
        try {
            refused(whole, namespace, accelerators, work, gaps);
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.Kind.FORBIDDEN) {
                throw failure;
            }
            gaps.add("Pods that are refused are not known: " + failure.problem().sentence());
        }
        gaps.addAll(whole.cuts());
    }

    private void refused(ObjectSource whole, String namespace, Accelerators accelerators, List<Podless> work,
            Collection<String> gaps) throws Failure, InterruptedException {
        int unseen = 0;
        for (var refused : RefusedPods.read(whole, namespace, snapshot, now)) {
            if (refused.object().isEmpty()) {
                unseen++;
            } else if (wants(refused.object().get(), accelerators)) {
                work.add(new RefusedWork(source, refused, refused.object().get()).told());
            }
        }
        if (unseen > 0) {
            gaps.add("Pods of %d more were refused; whether they still lack pods could not be looked at"
                    .formatted(unseen));
        }
    }

    private static List<Podless> distinct(List<Podless> work) {
        var byName = new LinkedHashMap<ObjectRef, Podless>();
        work.forEach(each -> byName.putIfAbsent(each.work(), each));
        return List.copyOf(byName.values());
    }

    private static boolean suspended(JsonNode job) {
        return job.at("/spec/suspend").asBoolean();
    }

    private static boolean wants(JsonNode maker, Accelerators accelerators) {
        var wish = PodWish.of(maker.at("/spec/template"));
        return accelerators.wantedBy(wish.requests()) || !wish.deviceClaims().isEmpty();
    }

    private List<JsonNode> queued(String namespace, Collection<String> gaps) throws Failure, InterruptedException {
        var waiting = new ArrayList<JsonNode>();
        new Kueue(source).each("Workload", "workloads", namespace, workload -> {
            if (Kueue.waits(workload, _ -> true).isPresent()) {
                waiting.add(workload);
            }
        }).ifPresent(why -> gaps.add("What queues say is not known: " + why.sentence()));
        return waiting;
    }

    private static ObjectRef ref(JsonNode job) {
        return new ObjectRef(JOBS.apiVersion(), JOBS.kind(), JOBS.resource(),
                job.at("/metadata/namespace").asText(), job.at("/metadata/name").asText());
    }

    private static Predicate<JsonNode> owner(JsonNode job) {
        var uid = job.at("/metadata/uid").asText();
        return owner -> owner.path("uid").asText().equals(uid);
    }

    private static String queue(JsonNode job) {
        return job.at("/metadata/labels").path(Kueue.QUEUE).asText("");
    }

    private static Podless held(JsonNode job, List<JsonNode> workloads) {
        var said = workloads.stream().flatMap(each -> Kueue.waits(each, owner(job)).stream()).findFirst();
        return held(job, said.map("Its queue says: "::concat).orElse(""), Optional.empty());
    }

    private static String headline(JsonNode job) {
        return queue(job).isEmpty() ? "It is suspended, and makes no pods until somebody resumes it"
                : "It is suspended until the queue “%s” of Kueue admits it".formatted(queue(job));
    }

    private Podless held(JsonNode job) throws Failure, InterruptedException {
        var ref = ref(job);
        if (queue(job).isEmpty()) {
            return held(job, "",
                    Optional.of(new Suggestion("Resume it, if whoever suspended it has nothing against it",
                            "tessera plan resume job/%s -n %s".formatted(ref.name(), ref.namespace()),
                            new Remedy.Resume(ref))));
        }
        var gaps = new ArrayList<String>();
        var queued = new QueueSource(new Kueue(source), ref.namespace()).read(owner(job), gaps::add);
        var words = queued.map(each -> "Its queue says: " + each.words())
                .or(() -> gaps.isEmpty() ? Optional.of("Its queue has not said why") : Optional.empty());
        var said = Stream.concat(words.stream(), gaps.stream()).collect(Collectors.joining(". "));
        return held(job, said, queued.flatMap(Queued::advice));
    }

    private static Podless held(JsonNode job, String detail, Optional<Suggestion> advice) {
        var since = Conditions.find(job, "Suspended", "True")
                .flatMap(condition -> Events.time(condition.path("lastTransitionTime")));
        return Podless.of(ref(job), job, JobPods.wanted(job)).told(headline(job), detail,
                since.orElse(null), advice);
    }
}
